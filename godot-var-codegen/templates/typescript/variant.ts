// part: plainPath

/** The text of the NodePath that a text means: without empty names. */
function plainPath(text: string): string {
  const [nodes = '', ...more] = text.split(':');
  const names = nodes.split('/').filter((part) => part !== '').join('/');
  return (nodes.startsWith('/') ? '/' : '') + names + more.filter((part) => part !== '').map((part) => `:${part}`).join('');
}
// part: writeVariant needs: Variant IDS Writer.enter Writer.check Writer.within Writer.word Writer.bool Writer.int64 Writer.float64 Writer.text Writer.nodePath Writer.object Writer.packedBytes Writer.packed Writer.texts Writer.each Writer.eachPair Writer.i32 Writer.i64 Writer.f32 Writer.f64

/** Writes any value. */
function writeVariant(w: Writer, v: Variant): void {
  const type = IDS[v.type] ?? (v.type === 'StringName' ? STRING : w.fail(null, `expected a Variant, found the type ${String(v.type)}`));
  switch (v.type) {
    case 'Nil': case 'Callable': w.word(type); break;
    case 'bool': w.bool(v.value); break;
    case 'int': w.int64(v.value, null); break;
    case 'float': w.float64(v.value, null); break;
    case 'String': case 'StringName': w.text(v.value, null, undefined, type); break;
    case 'NodePath': w.path(v.names, v.subnames, v.absolute, null); break;
    case 'RID': w.rid(v.value, null); break;
    case 'Object': w.object(v.value, null); break;
    case 'Signal': {
      const count = w.size(v.value, null);
      w.word(type);
      w.payload(v.value, count);
      w.check64(v.object, null, 0n, 0xffffffffffffffffn);
      const at = w.room(8);
      w.view.setBigUint64(at, v.object, true);
      break;
    }
    case 'Dictionary':
      w.enter();
      w.word(type | kindOf(v.keys) << 16 | kindOf(v.values) << 18);
      writeElementType(w, v.keys);
      writeElementType(w, v.values);
      w.word(v.value.length);
      w.eachPair(v.value, null, (key) => { writeVariant(w, key); }, (item) => { writeVariant(w, item); });
      w.depth--;
      break;
    case 'Array':
      w.enter();
      w.word(type | kindOf(v.elements) << 16);
      writeElementType(w, v.elements);
      w.word(v.value.length);
      w.each(v.value, null, (item) => { writeVariant(w, item); });
      w.depth--;
      break;
    case 'PackedByteArray': w.packedBytes(v.value, null); break;
    case 'PackedInt32Array': w.packed(type, v.value, null, (item) => { w.i32(item, null); }); break;
    case 'PackedInt64Array': w.packed(type, v.value, null, (item) => { w.i64(item, null); }); break;
    case 'PackedFloat32Array': w.packed(type, v.value, null, (item) => { w.f32(item, null); }); break;
    case 'PackedFloat64Array': w.packed(type, v.value, null, (item) => { w.f64(item, null); }); break;
    case 'PackedStringArray': w.texts(v.value, null); break;
    default: {
      const [count, isInt, isPacked] = FORMS[v.type];
      w.word(v.double === true ? type | WIDE : type);
      if (isPacked) w.word(v.value.length / count);
      if (v.value.length % count !== 0 || (!isPacked && v.value.length !== count)) w.fail(null, `expected ${count} components, found ${v.value.length}`);
      for (const part of v.value) if (v.double === true) w.f64(part, null); else if (isInt) w.i32(part, null); else w.f32(part, null);
    }
  }
}
function kindOf(type: ElementType | undefined): number { return type === undefined ? 0 : typeof type === 'string' ? 1 : 'class' in type ? 2 : 3; }
function writeElementType(w: Writer, type: ElementType | undefined): void {
  if (typeof type === 'string') w.word(IDS[type] ?? w.fail(null, `no type has the name ${type}`));
  else if (type !== undefined) {
    const text = 'class' in type ? type.class : type.script;
    w.payload(text, w.size(text, null));
  }
}
// part: addVariants needs: writeVariant Writer.pairs
function addVariants(w: Writer, v: Extract<Variant, { type: 'Dictionary' }>, reserved: readonly string[]): void {
  for (const [key, item] of v.value) {
    if ((key.type === 'String' || key.type === 'StringName') && reserved.includes(key.value)) w.fail(key.value, 'the key is that of a field');
    w.count++;
    writeVariant(w, key);
    writeVariant(w, item);
  }
}
// part: readVariant needs: Reader.any

/** Reads any value. */
function readVariant(r: Reader): Variant { return r.any(); }
// part: readVariantOf needs: Reader.any
function readVariantOf<T extends Variant['type']>(r: Reader, type: T): Extract<Variant, { type: T }> {
  const at = r.at;
  const value = r.any();
  return value.type === type ? value as Extract<Variant, { type: T }> : r.fail(at, `expected ${type}, found ${value.type}`);
}
// part: restOfVariants needs: readVariant Entries.restPairs
function restOfVariants(r: Reader, e: Entries): Extract<Variant, { type: 'Dictionary' }> {
  return { type: 'Dictionary', value: e.restPairs(() => readVariant(r), () => readVariant(r)) };
}
