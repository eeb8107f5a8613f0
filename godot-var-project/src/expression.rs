//! Expressions that are known without running a script: literals, constructors, names of constants, arithmetic.

use super::tokens::{Kind, Token};

/// How deep expressions may be nested.
const DEPTH: usize = 64;
/// How many operators an expression may have.
const OPERATIONS: usize = 256;

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Expression {
    Nil,
    Bool(bool),
    Int(i64),
    Float(f64),
    /// A text, and the character before it: `&` of a `StringName`, `^` of a `NodePath`.
    Text(Option<char>, String),
    /// `DEFAULT_PORT`, `Vector2.ZERO`, `State.IDLE`.
    Name(Vec<String>),
    /// `Vector2(1, 2)`, `ExtResource("1")`.
    Call(Vec<String>, Vec<Expression>),
    Array(Vec<Expression>),
    Dictionary(Vec<(Expression, Expression)>),
    /// `CHANNELS["map"]`, `CHANNELS.map` of a value that has no name.
    Element(Box<Expression>, Box<Expression>),
    /// A sign or an operator with its operands. `<<` and `>>` are `<` and `>`.
    Negative(Box<Expression>),
    Binary(char, Box<Expression>, Box<Expression>),
}

/// Tokens, of which some have been read.
#[derive(Clone, Debug)]
pub(crate) struct Tokens<'a, 't> {
    all: &'a [Token<'t>],
    at: usize,
    /// The operators that were read.
    operations: usize,
}

impl<'a, 't> Tokens<'a, 't> {
    pub(crate) fn new(all: &'a [Token<'t>]) -> Self {
        Self { all, at: 0, operations: 0 }
    }

    pub(crate) fn peek(&self) -> Option<&'a Token<'t>> {
        self.all.get(self.at)
    }

    pub(crate) fn next(&mut self) -> Option<&'a Token<'t>> {
        let token = self.all.get(self.at)?;
        self.at += 1;
        Some(token)
    }

    /// The start of the next token, or the end of the last one.
    pub(crate) fn offset(&self) -> usize {
        self.peek().map_or_else(|| self.all.last().map_or(0, |last| last.end), |next| next.start)
    }

    pub(crate) fn take(&mut self, symbol: char) -> bool {
        let is_next = self.peek().is_some_and(|token| token.is(symbol));
        self.at += usize::from(is_next);
        is_next
    }

    pub(crate) fn take_name(&mut self, name: &str) -> bool {
        let is_next = self.peek().is_some_and(|token| token.is_name(name));
        self.at += usize::from(is_next);
        is_next
    }

    pub(crate) fn name(&mut self) -> Option<&'t str> {
        match self.peek()?.kind {
            Kind::Name(name) => {
                self.at += 1;
                Some(name)
            }
            _ => None,
        }
    }

    /// Skips to a symbol outside of brackets, and stops before it.
    pub(crate) fn skip_to(&mut self, ends: &[char]) -> &'a [Token<'t>] {
        let (start, mut depth) = (self.at, 0_usize);
        while let Some(token) = self.peek() {
            match token.kind {
                Kind::Symbol(c) if depth == 0 && ends.contains(&c) => break,
                Kind::Symbol('(' | '[' | '{') => depth += 1,
                Kind::Symbol(')' | ']' | '}') => depth = depth.saturating_sub(1),
                _ => {}
            }
            self.at += 1;
        }
        &self.all[start..self.at]
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.at >= self.all.len()
    }

    /// Whether the last token and the next one touch, as in `:=`.
    fn touches(&self) -> bool {
        self.at > 0 && self.peek().is_some_and(|next| next.start == self.all[self.at - 1].end)
    }
}

/// Reads an expression that takes all of these tokens. `None` if only the script itself can tell its value.
pub(crate) fn whole(tokens: &[Token<'_>]) -> Option<Expression> {
    let mut tokens = Tokens::new(tokens);
    let expression = parse(&mut tokens)?;
    tokens.is_empty().then_some(expression)
}

/// Reads an expression at the start of the tokens.
pub(crate) fn parse(tokens: &mut Tokens<'_, '_>) -> Option<Expression> {
    binary(tokens, 0, DEPTH)
}

/// The operators by their precedence.
const OPERATORS: [&[char]; 6] =
    [&['|'], &['^'], &['&'], &['<', '>'], &['+', '-'], &['*', '/', '%']];

fn binary(tokens: &mut Tokens<'_, '_>, level: usize, depth: usize) -> Option<Expression> {
    let Some(operators) = OPERATORS.get(level) else { return unary(tokens, depth.checked_sub(1)?) };
    let mut left = binary(tokens, level + 1, depth)?;
    loop {
        let before = tokens.clone();
        let Some(Token { kind: Kind::Symbol(operator), .. }) =
            tokens.peek().filter(|next| operators.iter().any(|operator| next.is(*operator)))
        else {
            return Some(left);
        };
        tokens.next();
        // A comparison is not a constant here.
        if matches!(operator, '<' | '>') && !(tokens.touches() && tokens.take(*operator)) {
            *tokens = before;
            return Some(left);
        }
        // `&&`, `||`, `**` and assignments are not read.
        if tokens.peek().is_some_and(|next| next.is(*operator) || next.is('=')) && tokens.touches()
        {
            *tokens = before;
            return Some(left);
        }
        tokens.operations += 1;
        if tokens.operations > OPERATIONS {
            return None;
        }
        let right = binary(tokens, level + 1, depth)?;
        left = Expression::Binary(*operator, Box::new(left), Box::new(right));
    }
}

fn unary(tokens: &mut Tokens<'_, '_>, depth: usize) -> Option<Expression> {
    if tokens.take('-') {
        return Some(Expression::Negative(Box::new(unary(tokens, depth.checked_sub(1)?)?)));
    }
    if tokens.take('+') {
        return unary(tokens, depth.checked_sub(1)?);
    }
    let value = match &tokens.next()?.kind {
        Kind::Number(text) => number(text)?,
        Kind::Text(prefix, text) => Expression::Text(*prefix, text.clone()),
        Kind::Name("null") => Expression::Nil,
        Kind::Name("true") => Expression::Bool(true),
        Kind::Name("false") => Expression::Bool(false),
        Kind::Name("PI") => Expression::Float(std::f64::consts::PI),
        Kind::Name("TAU") => Expression::Float(std::f64::consts::TAU),
        Kind::Name("INF" | "inf") => Expression::Float(f64::INFINITY),
        Kind::Name("NAN" | "nan") => Expression::Float(f64::NAN),
        Kind::Name(name) => return named(tokens, name, depth),
        Kind::Symbol('(') => {
            let inner = binary(tokens, 0, depth)?;
            tokens.take(')').then_some(inner)?
        }
        Kind::Symbol('[') => Expression::Array(list(tokens, ']', depth)?),
        Kind::Symbol('{') => Expression::Dictionary(entries(tokens, depth)?),
        Kind::Symbol(_) => return None,
    };
    elements(tokens, value, depth)
}

/// Reads the elements and members of a value.
fn elements(
    tokens: &mut Tokens<'_, '_>,
    mut value: Expression,
    depth: usize,
) -> Option<Expression> {
    loop {
        let key = if tokens.take('.') {
            Expression::Text(None, tokens.name()?.to_owned())
        } else if tokens.take('[') {
            let key = binary(tokens, 0, depth.checked_sub(1)?)?;
            tokens.take(']').then_some(key)?
        } else {
            // The result of a call is not known here.
            let is_call = tokens.peek().is_some_and(|next| next.is('('));
            return (!is_call).then_some(value);
        };
        tokens.operations += 1;
        if tokens.operations > OPERATIONS {
            return None;
        }
        value = Expression::Element(Box::new(value), Box::new(key));
    }
}

fn named(tokens: &mut Tokens<'_, '_>, first: &str, depth: usize) -> Option<Expression> {
    let mut path = vec![first.to_owned()];
    while tokens.take('.') {
        path.push(tokens.name()?.to_owned());
    }
    // `Array[int]([])`
    let mut after = tokens.clone();
    if after.take('[') {
        after.skip_to(&[']']);
        if after.take(']') && after.peek().is_some_and(|next| next.is('(')) {
            *tokens = after;
        }
    }
    if !tokens.take('(') {
        return elements(tokens, Expression::Name(path), depth);
    }
    let arguments = list(tokens, ')', depth)?;
    let goes_on = tokens.peek().is_some_and(|next| next.is('.') || next.is('[') || next.is('('));
    (!goes_on).then_some(Expression::Call(path, arguments))
}

fn list(tokens: &mut Tokens<'_, '_>, end: char, depth: usize) -> Option<Vec<Expression>> {
    let mut all = Vec::new();
    while !tokens.take(end) {
        all.push(binary(tokens, 0, depth)?);
        if !tokens.take(',') && !tokens.peek()?.is(end) {
            return None;
        }
    }
    Some(all)
}

fn entries(tokens: &mut Tokens<'_, '_>, depth: usize) -> Option<Vec<(Expression, Expression)>> {
    let mut all = Vec::new();
    while !tokens.take('}') {
        let key = binary(tokens, 0, depth)?;
        let key = match key {
            // `{name = 1}`
            Expression::Name(path) if tokens.take('=') => Expression::Text(None, path.join(".")),
            key => tokens.take(':').then_some(key)?,
        };
        all.push((key, binary(tokens, 0, depth)?));
        if !tokens.take(',') && !tokens.peek()?.is('}') {
            return None;
        }
    }
    Some(all)
}

fn number(text: &str) -> Option<Expression> {
    let text = text.replace('_', "");
    let lower = text.to_lowercase();
    if let Some(digits) = lower.strip_prefix("0x") {
        return i64::from_str_radix(digits, 16).ok().map(Expression::Int);
    }
    if let Some(digits) = lower.strip_prefix("0b") {
        return i64::from_str_radix(digits, 2).ok().map(Expression::Int);
    }
    if lower.contains(['.', 'e']) {
        return lower.parse().ok().map(Expression::Float);
    }
    text.parse().ok().map(Expression::Int)
}

impl Expression {
    /// Computes the value, with the constants that `constant` knows. What depends on unknown names stays. `None` if a number is too large.
    pub(crate) fn value(&self, constant: &dyn Fn(&[String]) -> Option<Self>) -> Option<Self> {
        let all = |list: &[Self]| list.iter().map(|one| one.value(constant)).collect::<Option<_>>();
        Some(match self {
            Self::Name(path) => constant(path).unwrap_or_else(|| self.clone()),
            Self::Negative(inner) => match inner.value(constant)? {
                Self::Int(number) => Self::Int(number.checked_neg()?),
                Self::Float(number) => Self::Float(-number),
                other => Self::Negative(Box::new(other)),
            },
            Self::Binary(operator, left, right) => {
                let (left, right) = (left.value(constant)?, right.value(constant)?);
                match operate(*operator, &left, &right) {
                    Some(value) => value,
                    None => Self::Binary(*operator, Box::new(left), Box::new(right)),
                }
            }
            Self::Array(list) => Self::Array(all(list)?),
            Self::Call(path, arguments) => Self::Call(path.clone(), all(arguments)?),
            Self::Dictionary(entries) => {
                let entry = |(key, value): &(Self, Self)| {
                    Some((key.value(constant)?, value.value(constant)?))
                };
                Self::Dictionary(entries.iter().map(entry).collect::<Option<_>>()?)
            }
            Self::Element(whole, key) => {
                let (whole, key) = (whole.value(constant)?, key.value(constant)?);
                match whole.element(&key) {
                    Some(value) => value.clone(),
                    None => Self::Element(Box::new(whole), Box::new(key)),
                }
            }
            other => other.clone(),
        })
    }

    /// Returns an element of a list or Dictionary.
    pub(crate) fn element(&self, key: &Self) -> Option<&Self> {
        match (self, key) {
            (Self::Array(list), Self::Int(at)) => {
                let len = i64::try_from(list.len()).ok()?;
                let at = if *at < 0 { at.checked_add(len)? } else { *at };
                list.get(usize::try_from(at).ok()?)
            }
            (Self::Dictionary(entries), Self::Text(_, name)) => {
                let is_key = |key: &Self| matches!(key, Self::Text(_, own) if own == name);
                entries.iter().find(|(key, _)| is_key(key)).map(|(_, value)| value)
            }
            (Self::Dictionary(entries), key) => {
                entries.iter().find(|(own, _)| own == key).map(|(_, value)| value)
            }
            _ => None,
        }
    }

    /// The number of expressions in it and of the bytes of its texts.
    pub(crate) fn size(&self) -> usize {
        let all = |list: &[Self]| list.iter().map(Self::size).sum::<usize>();
        1 + match self {
            Self::Nil | Self::Bool(_) | Self::Int(_) | Self::Float(_) | Self::Name(_) => 0,
            Self::Text(_, text) => text.len(),
            Self::Call(_, list) | Self::Array(list) => all(list),
            Self::Dictionary(entries) => {
                entries.iter().map(|(key, value)| key.size() + value.size()).sum()
            }
            Self::Negative(inner) => inner.size(),
            Self::Element(left, right) | Self::Binary(_, left, right) => left.size() + right.size(),
        }
    }

    /// The text in `NodePath("…")`, `^"…"`, `"…"`.
    pub(crate) fn text(&self) -> Option<&str> {
        match self {
            Self::Text(_, text) => Some(text),
            Self::Call(path, arguments) if path.len() == 1 => match &arguments[..] {
                [Self::Text(_, text)] => Some(text),
                _ => None,
            },
            _ => None,
        }
    }

    /// The texts in `PackedStringArray("…", "…")`, `["…"]`, `Array[String](["…"])`.
    pub(crate) fn texts(&self) -> Vec<&str> {
        match self {
            Self::Text(_, text) => vec![text],
            Self::Array(list) | Self::Call(_, list) => list.iter().flat_map(Self::texts).collect(),
            _ => Vec::new(),
        }
    }

    pub(crate) fn float(&self) -> Option<f64> {
        match self {
            Self::Int(number) => Some(*number as f64),
            Self::Float(number) => Some(*number),
            _ => None,
        }
    }
}

fn operate(operator: char, left: &Expression, right: &Expression) -> Option<Expression> {
    use Expression::{Float, Int, Text};
    Some(match (left, right) {
        (Int(left), Int(right)) => {
            let shift = u32::try_from(*right).ok();
            Int(match operator {
                '|' => left | right,
                '^' => left ^ right,
                '&' => left & right,
                '<' => left.checked_shl(shift?)?,
                '>' => left.checked_shr(shift?)?,
                '+' => left.checked_add(*right)?,
                '-' => left.checked_sub(*right)?,
                '*' => left.checked_mul(*right)?,
                '/' => left.checked_div(*right)?,
                '%' => left.checked_rem(*right)?,
                _ => return None,
            })
        }
        (Text(None, left), Text(None, right)) if operator == '+' => {
            Text(None, format!("{left}{right}"))
        }
        _ => {
            let (left, right) = (left.float()?, right.float()?);
            Float(match operator {
                '+' => left + right,
                '-' => left - right,
                '*' => left * right,
                '/' => left / right,
                _ => return None,
            })
        }
    })
}
