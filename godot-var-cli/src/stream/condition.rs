//! Conditions on the fields of a message.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use godot_var_codegen::names::{Step, Tree};
use winnow::ascii::{digit1, hex_digit1};
use winnow::combinator::{
    alt, delimited, eof, fail, not, opt, peek, preceded, repeat, separated, terminated,
};
use winnow::error::{ErrMode, ParserError};
use winnow::token::{none_of, one_of, take_while};
use winnow::{ModalResult, Parser};

use crate::wire::{Compared, Wire};

/// What is wrong with a condition, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConditionError {
    /// The character that it is about, from 1.
    pub column: usize,
    /// What was expected, and what was found.
    pub message: String,
}

impl fmt::Display for ConditionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at column {}", self.message, self.column)
    }
}

impl std::error::Error for ConditionError {}

/// A condition on the fields of a message.
///
/// ```text
/// condition  = all { "or" all }             all = single { "and" single }
/// single     = "not" single | "(" condition ")" | comparison
/// comparison = path op literal
/// path       = step { "." name | "[" index "]" }       step = name | "[" index "]"
/// index      = number | text | "*"
/// op         = "==" | "!=" | "<" | "<=" | ">" | ">=" | "~" | "!~"
/// literal    = number | text | "true" | "false" | "null"
/// ```
///
/// Texts are those of JSON. `~` holds where a text contains the literal, `!~` where it does not.
/// A path may begin with the name of the message, as the paths of errors do: `Snapshot.players[3].pos.x`.
/// A comparison holds if it does for any value that the path leads to; where it leads to none, it
/// does not. A list without an index is any of its elements: `tags == "a"` is `tags[*] == "a"`, and
/// `players.health` is `players[*].health`; only null is compared with the list itself. Numbers
/// compare by value, `2` with `2.0`; bytes compare with a text as UTF-8, a NUL at their end left out;
/// variants of an enum compare by their name or by what is sent.
///
/// ```
/// use godot_var_cli::stream::{Condition, Tree};
///
/// let condition: Condition = r#"tags ~ "ell" and not tags == "no""#.parse()?;
/// let tags = Tree::List(vec![Tree::Text("hello".into())]);
/// assert!(condition.holds(&Tree::Record(vec![("tags".into(), tags)])));
///
/// let error = "team = 2".parse::<Condition>().unwrap_err();
/// assert_eq!(error.to_string(), "expected ==, !=, <, <=, >, >=, ~ or !~, found \"= 2\" at column 6");
/// # Ok::<(), godot_var_cli::stream::ConditionError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Condition(Node);

#[derive(Clone, Debug, PartialEq)]
enum Node {
    Any(Vec<Node>),
    All(Vec<Node>),
    Not(Box<Node>),
    Comparison(Comparison),
}

/// A comparison of a field with a literal.
#[derive(Clone, Debug, PartialEq)]
struct Comparison {
    path: Vec<Step>,
    operator: Operator,
    literal: Literal,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Contains,
    ContainsNot,
}

/// The longer ones first.
const OPERATORS: [(&str, Operator); 8] = [
    ("==", Operator::Equal),
    ("!=", Operator::NotEqual),
    ("<=", Operator::LessOrEqual),
    (">=", Operator::GreaterOrEqual),
    ("!~", Operator::ContainsNot),
    ("<", Operator::Less),
    (">", Operator::Greater),
    ("~", Operator::Contains),
];

#[derive(Clone, Debug, PartialEq)]
enum Literal {
    Nil,
    Bool(bool),
    Int(i128),
    Float(f64),
    Text(String),
}

impl Condition {
    /// Whether the condition holds for a message.
    pub fn holds(&self, message: &Tree) -> bool {
        self.0.holds(message)
    }

    /// Whether messages of a wire can have the fields that the condition asks about, and these can be what it compares them with.
    ///
    /// # Errors
    /// The reason why not, with the nearest path that a message can have.
    pub fn check(&self, wire: &dyn Wire) -> Result<(), String> {
        self.0.check(wire)
    }
}

impl Node {
    fn holds(&self, message: &Tree) -> bool {
        match self {
            Self::Any(nodes) => nodes.iter().any(|node| node.holds(message)),
            Self::All(nodes) => nodes.iter().all(|node| node.holds(message)),
            Self::Not(node) => !node.holds(message),
            Self::Comparison(comparison) => comparison.holds(message),
        }
    }

    fn check(&self, wire: &dyn Wire) -> Result<(), String> {
        match self {
            Self::Any(nodes) | Self::All(nodes) => nodes.iter().try_for_each(|it| it.check(wire)),
            Self::Not(node) => node.check(wire),
            Self::Comparison(comparison) => {
                wire.check_path(&comparison.path, comparison.compared())
            }
        }
    }
}

impl Comparison {
    const fn compared(&self) -> Compared<'_> {
        match (&self.operator, &self.literal) {
            (_, Literal::Nil) => Compared::Null,
            (Operator::Equal | Operator::NotEqual, Literal::Text(text)) => {
                Compared::Text(text.as_str())
            }
            _ => Compared::Other,
        }
    }

    fn holds(&self, message: &Tree) -> bool {
        let in_its_name = match (message, self.path.split_first()) {
            (Tree::Named(name, inner), Some((Step::Name(first), rest))) => {
                name == first && self.any(inner, rest)
            }
            _ => false,
        };
        in_its_name || self.any(message, &self.path)
    }

    fn any(&self, value: &Tree, path: &[Step]) -> bool {
        let Some((step, rest)) = path.split_first() else {
            return self.test(value);
        };
        match (value, step) {
            (Tree::Named(_, inner), _) => self.any(inner, path),
            (Tree::Variant(value), _) => self.any(&Tree::from(&**value), path),
            (Tree::Record(fields), Step::Name(name)) => {
                Tree::field(fields, name).is_some_and(|value| self.any(value, rest))
            }
            (Tree::Record(fields), Step::Index(index)) => {
                let field = Tree::field(fields, &index.to_string());
                field.is_some_and(|value| self.any(value, rest))
            }
            (Tree::Record(fields), Step::Any) => {
                let values = fields.iter().map(|(_, value)| value);
                let mut values = values.filter(|value| !matches!(value, Tree::Same(_)));
                values.any(|value| self.any(value, rest))
            }
            (Tree::List(elements), Step::Index(index)) => {
                elements.get(*index).is_some_and(|value| self.any(value, rest))
            }
            (Tree::List(elements), Step::Any) => elements.iter().any(|value| self.any(value, rest)),
            (Tree::List(elements), Step::Name(_)) => {
                elements.iter().any(|value| self.any(value, path))
            }
            (Tree::Bytes(bytes), Step::Index(index)) => {
                bytes.get(*index).is_some_and(|byte| self.any(&Tree::Int((*byte).into()), rest))
            }
            (Tree::Bytes(bytes), Step::Any) => {
                bytes.iter().any(|byte| self.any(&Tree::Int((*byte).into()), rest))
            }
            _ => false,
        }
    }

    fn test(&self, value: &Tree) -> bool {
        match (value, &self.literal) {
            (Tree::Variant(value), _) => return self.test(&Tree::from(&**value)),
            (_, Literal::Nil) | (Tree::Bytes(_), Literal::Text(_)) => {}
            (Tree::List(elements), _) => return elements.iter().any(|value| self.test(value)),
            (Tree::Bytes(bytes), _) => {
                return bytes.iter().any(|byte| self.test(&Tree::Int((*byte).into())));
            }
            _ => {}
        }
        let literal = &self.literal;
        match self.operator {
            Operator::Contains => contains(value, literal).unwrap_or(false),
            Operator::ContainsNot => contains(value, literal).is_some_and(|found| !found),
            Operator::Equal => equals(value, literal),
            Operator::NotEqual => !equals(value, literal),
            Operator::Less => compare(value, literal).is_some_and(Ordering::is_lt),
            Operator::LessOrEqual => compare(value, literal).is_some_and(Ordering::is_le),
            Operator::Greater => compare(value, literal).is_some_and(Ordering::is_gt),
            Operator::GreaterOrEqual => compare(value, literal).is_some_and(Ordering::is_ge),
        }
    }
}

/// Whether a text contains another; `None` for what is not text.
fn contains(value: &Tree, literal: &Literal) -> Option<bool> {
    let Literal::Text(part) = literal else { return None };
    match value {
        Tree::Text(text) => Some(text.contains(part)),
        Tree::Bytes(bytes) => {
            Some(part.is_empty() || bytes.windows(part.len()).any(|bytes| bytes == part.as_bytes()))
        }
        Tree::Named(name, inner) => {
            Some(name.contains(part) || contains(inner, literal).unwrap_or(false))
        }
        _ => None,
    }
}

/// Whether a value is a literal: of an enum its name, or what is sent.
fn equals(value: &Tree, literal: &Literal) -> bool {
    match (value, literal) {
        (Tree::Named(name, inner), Literal::Text(text)) => name == text || equals(inner, literal),
        (Tree::Named(_, inner), _) => equals(inner, literal),
        _ => compare(value, literal) == Some(Ordering::Equal),
    }
}

/// How a value stands to a literal; `None` where they cannot be compared.
fn compare(value: &Tree, literal: &Literal) -> Option<Ordering> {
    match (value, literal) {
        // `team < "Red"` asks about the name, `team < 1` about what is sent.
        (Tree::Named(name, _), Literal::Text(text)) => Some(name.as_str().cmp(text)),
        (Tree::Named(_, inner), _) => compare(inner, literal),
        (Tree::Nil, Literal::Nil) => Some(Ordering::Equal),
        (Tree::Bool(a), Literal::Bool(b)) => Some(a.cmp(b)),
        (Tree::Single(a), Literal::Float(b)) if is_single(*b) => a.partial_cmp(&(*b as f32)),
        (Tree::Single(a), _) => compare(&Tree::Float((*a).into()), literal),
        (Tree::Int(a) | Tree::Wide(a), Literal::Int(b)) => Some(a.cmp(b)),
        (Tree::Float(a), Literal::Float(b)) => a.partial_cmp(b),
        (Tree::Int(a) | Tree::Wide(a), Literal::Float(b)) => compare_int(*a, *b),
        (Tree::Float(a), Literal::Int(b)) => compare_int(*b, *a).map(Ordering::reverse),
        (Tree::Text(a), Literal::Text(b)) => Some(a.as_str().cmp(b)),
        (Tree::Bytes(a), Literal::Text(b)) => {
            Some(a.strip_suffix(&[0]).unwrap_or(a).cmp(b.as_bytes()))
        }
        _ => None,
    }
}

/// Whether a literal has a nearest `f32`: compared with an `f32` it is one, so that `0.95` equals the value that is shown as `0.95`.
fn is_single(literal: f64) -> bool {
    literal.is_infinite() || (literal as f32).is_finite()
}

/// An integer compared with a float, exactly: a conversion would round large ones.
fn compare_int(int: i128, float: f64) -> Option<Ordering> {
    const LIMIT: f64 = 1.7e38;
    if float.is_nan() {
        None
    } else if float >= LIMIT {
        Some(Ordering::Less)
    } else if float <= -LIMIT {
        Some(Ordering::Greater)
    } else {
        let whole = float.floor();
        Some(int.cmp(&(whole as i128)).then(if float > whole {
            Ordering::Less
        } else {
            Ordering::Equal
        }))
    }
}

impl FromStr for Condition {
    type Err = ConditionError;

    fn from_str(text: &str) -> Result<Self, ConditionError> {
        let mut rest = text;
        let end = expected("and, or, or the end", eof);
        let parsed = terminated(|input: &mut _| condition(input, 0), end).parse_next(&mut rest);
        parsed.map(Self).map_err(|error| {
            let Wrong { left, message } = error.into_inner().unwrap_or_default();
            let before = text.get(..text.len() - left).unwrap_or_default();
            ConditionError { column: before.chars().count() + 1, message }
        })
    }
}

/// What is wrong, and how many bytes from there to the end.
#[derive(Debug, Default)]
struct Wrong {
    left: usize,
    message: String,
}

impl ParserError<&str> for Wrong {
    type Inner = Self;

    fn from_input(input: &&str) -> Self {
        Self { left: input.len(), message: String::new() }
    }

    fn into_inner(self) -> Result<Self, Self> {
        Ok(self)
    }
}

type Parsed<T> = ModalResult<T, Wrong>;

fn wrong<T>(rest: &str, message: String) -> Parsed<T> {
    Err(ErrMode::Cut(Wrong { left: rest.len(), message }))
}

/// Parses what a condition must have here.
fn expected<'t, T>(
    what: &str,
    mut parser: impl Parser<&'t str, T, ErrMode<Wrong>>,
) -> impl Parser<&'t str, T, ErrMode<Wrong>> {
    move |input: &mut &'t str| {
        let rest = *input;
        match parser.parse_next(input) {
            Err(ErrMode::Backtrack(_)) => {
                let found =
                    if rest.is_empty() { "the end".to_owned() } else { format!("{rest:?}") };
                wrong(rest, format!("expected {what}, found {found}"))
            }
            parsed => parsed,
        }
    }
}

fn space<'t>(input: &mut &'t str) -> Parsed<&'t str> {
    take_while(0.., char::is_whitespace).parse_next(input)
}

/// A word that is not the beginning of another.
fn word<'t>(word: &'static str) -> impl Parser<&'t str, &'t str, ErrMode<Wrong>> {
    terminated(word, peek(one_of(|c: char| c.is_whitespace() || c == '(')))
}

/// Conditions inside each other.
const MAX_DEPTH: usize = 100;

fn condition(input: &mut &str, depth: usize) -> Parsed<Node> {
    let one = |mut nodes: Vec<Node>, node: fn(Vec<Node>) -> Node| {
        if nodes.len() == 1 { nodes.remove(0) } else { node(nodes) }
    };
    let all = separated(1.., |input: &mut _| single(input, depth), word("and"));
    let all = all.map(|nodes| one(nodes, Node::All));
    separated(1.., all, word("or")).map(|nodes| one(nodes, Node::Any)).parse_next(input)
}

fn single(input: &mut &str, depth: usize) -> Parsed<Node> {
    space(input)?;
    if depth == MAX_DEPTH {
        return wrong(input, format!("more than {MAX_DEPTH} nested conditions"));
    }
    // A field may be named `not`.
    let not_word = (word("not"), not((space, operator)));
    let inner = |input: &mut _| condition(input, depth + 1);
    let negated = |input: &mut _| single(input, depth + 1).map(|node| Node::Not(Box::new(node)));
    let node = alt((
        delimited('(', inner, expected("and, or, or )", ')')),
        preceded(not_word, negated),
        comparison.map(Node::Comparison),
    ));
    terminated(node, space).parse_next(input)
}

fn comparison(input: &mut &str) -> Parsed<Comparison> {
    let operator = expected("==, !=, <, <=, >, >=, ~ or !~", operator);
    let mut parts = (path, delimited(space, operator, space), literal);
    let (path, operator, literal) = parts.parse_next(input)?;
    let is_text = matches!(literal, Literal::Text(_));
    if matches!(operator, Operator::Contains | Operator::ContainsNot) && !is_text {
        let message = "expected a text after ~ or !~, such as \"hello\"".to_owned();
        // It is about the last character of the literal.
        return Err(ErrMode::Cut(Wrong { left: input.len() + 1, message }));
    }
    Ok(Comparison { path, operator, literal })
}

fn operator(input: &mut &str) -> Parsed<Operator> {
    for (word, operator) in OPERATORS {
        if let Some(rest) = input.strip_prefix(word) {
            *input = rest;
            return Ok(operator);
        }
    }
    fail.parse_next(input)
}

fn path(input: &mut &str) -> Parsed<Vec<Step>> {
    let is_end = |c: char| c.is_whitespace() || ".[]()=!<>~\"'".contains(c);
    let name = || {
        let name =
            take_while(1.., move |c| !is_end(c)).map(|name: &str| Step::Name(name.to_owned()));
        expected("the name of a field", name)
    };
    let first = alt((index, name())).parse_next(input)?;
    let mut path = vec![first];
    while let Some(step) = opt(alt((index, preceded('.', name())))).parse_next(input)? {
        path.push(step);
    }
    Ok(path)
}

fn index(input: &mut &str) -> Parsed<Step> {
    let step =
        alt(('*'.value(Step::Any), quoted.map(Step::Name), digit1.parse_to().map(Step::Index)));
    let step = expected("an index, a key as text, or *", step);
    delimited('[', delimited(space, step, space), expected("]", ']')).parse_next(input)
}

/// A text as JSON writes it, or as Rust does, which is how paths in errors have it.
fn quoted(input: &mut &str) -> Parsed<String> {
    peek('"').parse_next(input)?;
    let text = |input: &mut &str| {
        let mut stream = serde_json::Deserializer::from_str(input).into_iter();
        match stream.next() {
            Some(Ok(text)) => {
                *input = input.get(stream.byte_offset()..).unwrap_or_default();
                Ok(text)
            }
            _ => fail.parse_next(input),
        }
    };
    expected("a text of JSON", alt((text, text_of_rust))).parse_next(input)
}

/// A text with the escapes of Rust: `"\u{7f}"`.
fn text_of_rust(input: &mut &str) -> Parsed<String> {
    let code = |digits: &str| u32::from_str_radix(digits, 16).ok().and_then(char::from_u32);
    let escaped = alt((
        'n'.value('\n'),
        'r'.value('\r'),
        't'.value('\t'),
        '0'.value('\0'),
        one_of(['"', '\'', '\\']),
        delimited("u{", hex_digit1.verify_map(code), '}'),
    ));
    let char = alt((preceded('\\', escaped), none_of(['"', '\\'])));
    delimited('"', repeat(0.., char), '"').parse_next(input)
}

fn literal(input: &mut &str) -> Parsed<Literal> {
    let word = take_while(0.., |c: char| !c.is_whitespace() && c != ')');
    let word = word.verify_map(|word: &str| match word {
        "null" => Some(Literal::Nil),
        "true" => Some(Literal::Bool(true)),
        "false" => Some(Literal::Bool(false)),
        _ => match (word.parse(), word.parse()) {
            (Ok(int), _) => Some(Literal::Int(int)),
            // Words such as `inf` are no numbers here.
            (_, Ok(float)) if word.contains(|c: char| c.is_ascii_digit()) => {
                Some(Literal::Float(float))
            }
            _ => None,
        },
    });
    let literal = alt((quoted.map(Literal::Text), word));
    expected("a number, a text such as \"a\", true, false or null", literal).parse_next(input)
}
