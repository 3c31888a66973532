/**
 * Reads DER (ITU-T X.690) without building a tree of it: a revocation list may have a hundred thousand entries, a list
 * of anchors thousands of certificates, of which a few are looked at.
 */

// A name, a certificate, an extension has some dozens.
const maxChildren = 1000;
// An identifier made of a UUID has 20.
const maxOidBytes = 64;

/** One value with its tag; its parts are read when they are asked for. */
export class Der {
  readonly #buffer: Uint8Array;
  readonly tag: number;
  readonly #start: number;
  readonly #contentStart: number;
  readonly #end: number;

  /** @throws Error  for what is not well-formed, or longer than the bytes */
  constructor(buffer: Uint8Array, start = 0, limit = buffer.byteLength) {
    this.#buffer = buffer;
    this.#start = start;
    const tag = buffer[start];
    const first = buffer[start + 1];
    if (start + 2 > limit || tag === undefined || first === undefined || (tag & 0x1f) === 0x1f)
      throw new Error('The value is cut short, or of an unknown form');
    this.tag = tag;
    const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
    if (first === 0x80 || lengthBytes > 4) throw new Error('The length is not well-formed');
    let length = first < 0x80 ? first : 0;
    for (let index = 0; index < lengthBytes; index += 1)
      length = length * 256 + (buffer[start + 2 + index] ?? 0);
    this.#contentStart = start + 2 + lengthBytes;
    this.#end = this.#contentStart + length;
    if (this.#end > limit) throw new Error('The value is longer than what holds it');
  }

  /** With tag and length. */
  get whole(): Uint8Array {
    return this.#buffer.subarray(this.#start, this.#end);
  }

  get content(): Uint8Array {
    return this.#buffer.subarray(this.#contentStart, this.#end);
  }

  /** The values inside, one after the other. */
  *parts(): Generator<Der> {
    for (let at = this.#contentStart; at < this.#end; ) {
      const part = new Der(this.#buffer, at, this.#end);
      yield part;
      at = part.#end;
    }
  }

  /** All of them; for what has few, and throws when there are many. */
  get children(): Der[] {
    const children: Der[] = [];
    for (const part of this.parts()) {
      if (children.length === maxChildren) throw new Error('The value has too many parts');
      children.push(part);
    }
    return children;
  }

  /** What a BIT STRING holds, or an OCTET STRING, as a value. */
  get inner(): Der {
    return new Der(this.tag === tags.bitString ? this.content.subarray(1) : this.content);
  }

  get hex(): string {
    return hex(this.content);
  }

  get oid(): string {
    if (this.tag !== tags.oid || this.content.byteLength > maxOidBytes)
      throw new Error('The value is no object identifier');
    const arcs: number[] = [];
    let arc = 0;
    for (const byte of this.content) {
      arc = arc * 128 + (byte & 0x7f);
      if (byte < 0x80) {
        arcs.push(arc);
        arc = 0;
      }
    }
    const [first = 0, ...rest] = arcs;
    const root = Math.min(2, Math.floor(first / 40));
    return [root, first - root * 40, ...rest].join('.');
  }

  /** Of an INTEGER that is no less than zero. */
  get count(): number {
    if (((this.content[0] ?? 0x80) & 0x80) !== 0) throw new Error('The number is less than zero');
    return Number.parseInt(this.hex, 16);
  }

  /** Of UTCTime or GeneralizedTime (RFC 5280 §4.1.2.5). */
  get time(): Date {
    const text = Buffer.from(this.content).toString('latin1');
    const parts =
      this.tag === tags.utcTime
        ? /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(text)
        : /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.\d+)?Z$/.exec(text);
    if (parts === null) throw new Error('The time is not well-formed');
    const [given = '', month, day, hour, minute, second] = parts.slice(1);
    const year = given.length === 4 ? given : Number(given) < 50 ? `20${given}` : `19${given}`;
    const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
    if (Number.isNaN(time.getTime())) throw new Error('The time is none');
    return time;
  }
}

export const tags = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  oid: 0x06,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
};

/** The tag of `[number]` around other values. */
export function contextTag(number: number): number {
  return 0xa0 + number;
}

/** A SEQUENCE of values that are encoded already. */
export function sequenceOf(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const content = Buffer.concat(parts);
  const length = content.byteLength;
  const bytes = length < 0x80 ? [length] : [0x82, length >> 8, length & 0xff];
  if (length > 0xffff) throw new Error('The value is too long');
  return new Uint8Array([tags.sequence, ...bytes, ...content]);
}

export function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
}

/** The only part with this tag; undefined when there is none. */
export function partOf(parts: Der[], tag: number): Der | undefined {
  return parts.find((part) => part.tag === tag);
}

/** The part at this place; for what the standard says to be there. */
export function at(parts: Der[], index: number): Der {
  const part = parts[index];
  if (part === undefined) throw new Error('A part is missing');
  return part;
}
