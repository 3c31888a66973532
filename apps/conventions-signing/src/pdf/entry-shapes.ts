/**
 * Which entries an update may write into a dictionary, and of what shape: whatever is not named here, or is
 * something else, may make a viewer do anything. docs/signatures.md says of each what viewers do with it.
 */
import type { ComparisonBudget } from './comparison-budget.ts';
import { parser } from './pdf-parser.ts';
import type { PdfjsDict } from './pdfjs-internals.ts';
import type { Revision } from './revision.ts';

const { BaseStream, Dict, Name, Ref } = parser;

/** The revision that an entry stands in, and what looking at it may take. */
interface Within {
  revision: Revision;
  budget: ComparisonBudget;
}

/** Whether a value, as it stands, is of a shape. */
type Shape = (raw: unknown, within: Within) => boolean;
export type Shapes = Readonly<Record<string, Shape>>;

/** What a viewer does for entries: nothing, show something, or something else. */
type Effect = 'unseen' | 'seen' | 'acts';

/** Entries by what a viewer does for them; for all others it acts. */
type Effects = Record<Exclude<Effect, 'acts'>, Shapes>;

/** The gravest effect of the entries given. */
export function effectOf(
  dict: PdfjsDict,
  { unseen, seen }: Effects,
  { keys = dict.getKeys(), ...within }: Within & { keys?: Iterable<string> },
): Effect {
  let effect: Effect = 'unseen';
  for (const key of keys) {
    if (hasShape(dict, key, unseen, within)) continue;
    if (!hasShape(dict, key, seen, within)) return 'acts';
    effect = 'seen';
  }
  return effect;
}

/** Whether an entry is one of those named, and of its shape, or is not there. */
export function hasShape(dict: PdfjsDict, key: string, shapes: Shapes, within: Within): boolean {
  within.budget.spend(1);
  if (!Object.hasOwn(shapes, key)) return false;
  return (dict.get(key) ?? null) === null || shapes[key]?.(dict.getRaw(key), within) === true;
}

/** Of what a value refers to. */
function resolved(is: (value: unknown, within: Within) => boolean): Shape {
  return (raw, within) => is(within.revision.xref.fetchIfRef(raw), within);
}

const anything: Shape = () => true;
const text = resolved((value) => typeof value === 'string');
const name = resolved((value) => value instanceof Name);
const number = resolved((value) => typeof value === 'number');
const integer = resolved((value) => Number.isSafeInteger(value));
const flag = resolved((value) => typeof value === 'boolean');
const anyDictionary = resolved((value) => value instanceof Dict);

const named = (word: string) => resolved((value) => value instanceof Name && value.name === word);
const either =
  (...shapes: Shape[]): Shape =>
  (raw, within) =>
    shapes.some((shape) => shape(raw, within));
const all = (keys: string[], shape: Shape): Shapes => Object.fromEntries(keys.map((key) => [key, shape]));

function listOf(shape: Shape): Shape {
  return resolved((value, within) => {
    if (!Array.isArray(value)) return false;
    within.budget.spend(value.length);
    return value.every((part: unknown) => shape(part, within));
  });
}

function dictionaryOf(shapes: Shapes): Shape {
  return resolved(
    (value, within) =>
      value instanceof Dict && [...value.getKeys()].every((key) => hasShape(value, key, shapes, within)),
  );
}

/** Under whatever names. */
function eachOf(shape: Shape): Shape {
  return resolved(
    (value, within) =>
      value instanceof Dict && [...value.getKeys()].every((key) => shape(value.getRaw(key), within)),
  );
}

/** ISO 32000-1 §7.3.8.2: the file holds its data. */
const streamInside = resolved((value) => value instanceof BaseStream && !value.dict.has('F'));

/** Of a picture: it shows what it holds itself, no page of another file (§8.10.4) and no proxy (§14.11.7). */
const picture = resolved(
  (value) => value instanceof BaseStream && !['F', 'Ref', 'OPI'].some((key) => value.dict.has(key)),
);
const pictures = dictionaryOf(all(['N', 'R', 'D'], either(picture, eachOf(picture))));

const page: Shape = (raw, { revision }) => identityOf(raw, revision).startsWith('page ');
const field: Shape = (raw, { revision }) => raw instanceof Ref && revision.fields.has(`${raw}`);
const annotation: Shape = (raw, { revision }) => identityOf(raw, revision) === `${raw}`;

function identityOf(raw: unknown, { identities }: Revision): string {
  return (raw instanceof Ref && identities.get(`${raw}`)) || '';
}

const rectangle = resolved(
  (value, within) =>
    Array.isArray(value) && value.length === 4 && value.every((side) => number(side, within)),
);

// ISO 32000-2 §12.8.4.3 and §12.8.4.4, EN 319 142-1 §5.4: no viewer shows any of it.
const streams = listOf(streamInside);
const ofOneSignature = {
  Type: name,
  ...all(['Cert', 'OCSP', 'CRL'], streams),
  TU: text,
  TS: streamInside,
};
const proofs = dictionaryOf({
  Type: name,
  ...all(['Certs', 'OCSPs', 'CRLs'], streams),
  VRI: eachOf(either(name, dictionaryOf(ofOneSignature))),
});
// ISO 32000-2 §7.12.
const extension = dictionaryOf({
  ...all(['Type', 'BaseVersion'], name),
  ExtensionLevel: integer,
  ...all(['URL', 'ExtensionRevision'], text),
});

/** Of the catalogue. */
export const catalogEntries: Shapes = {
  Version: name,
  Extensions: eachOf(either(name, extension, listOf(extension))),
  DSS: proofs,
  // It becomes a certified one (§12.8.4).
  Perms: dictionaryOf({ DocMDP: anyDictionary }),
  Metadata: streamInside,
  PieceInfo: anyDictionary,
};

export const pageEntries: Shapes = {
  Tabs: name,
  LastModified: text,
  Metadata: streamInside,
  PieceInfo: anyDictionary,
};

/** Of the form as a whole (§12.7.2); its fields, resources and how they are drawn are compared by themselves. */
export const formEntries: Shapes = { SigFlags: integer };

/** Of an annotation that was there. */
export const placeEntries: Shapes = { P: page };

// §12.7.4.5: who may sign, and what is locked then; an address would be asked for a certificate or a time stamp.
const lock = dictionaryOf({ ...all(['Type', 'Action'], name), Fields: listOf(text), P: integer });
const seed = dictionaryOf({
  ...all(['Type', 'Filter', 'LockDocument'], name),
  Ff: integer,
  V: number,
  SubFilter: listOf(name),
  ...all(['DigestMethod', 'Reasons', 'LegalAttestation'], listOf(text)),
  Cert: dictionaryOf({
    Type: name,
    Ff: integer,
    ...all(['Subject', 'Issuer', 'OID', 'KeyUsage'], listOf(text)),
    SubjectDN: listOf(eachOf(text)),
  }),
  MDP: dictionaryOf({ P: integer }),
  TimeStamp: dictionaryOf({ Ff: integer }),
  AddRevInfo: flag,
  AppearanceFilter: text,
});

// §12.5.6.19.
const colours = dictionaryOf({
  ...all(['R', 'TP'], integer),
  ...all(['BC', 'BG'], listOf(number)),
  ...all(['CA', 'RC', 'AC'], text),
  ...all(['I', 'RI', 'IX'], picture),
  IF: anyDictionary,
});

const looks: Shapes = {
  AP: pictures,
  AS: name,
  MK: colours,
  ...all(['BS', 'BE', 'OC'], anyDictionary),
  ...all(['Border', 'C'], listOf(anything)),
  Contents: text,
  ...all(['CA', 'ca'], number),
  BM: name,
};

const place: Shapes = {
  Type: named('Annot'),
  P: page,
  Rect: rectangle,
  ...all(['NM', 'M'], text),
  ...all(['F', 'StructParent'], integer),
  H: name,
};

const ofField: Shapes = {
  ...place,
  Subtype: named('Widget'),
  FT: name,
  Parent: field,
  Kids: listOf(field),
  ...all(['T', 'TU', 'TM'], text),
  Ff: integer,
};

/** Of a new signature field and its widget. */
export const signatureFieldEffects: Effects = {
  unseen: { ...ofField, V: anyDictionary, DA: text, Lock: lock, SV: seed },
  seen: looks,
};

/** What signing writes into a field that waited for it (its flags lock it, `MK` and `DA` come with its picture). */
export const signingEntries: Shapes = {
  ...placeEntries,
  ...all(['F', 'StructParent'], integer),
  V: anyDictionary,
  M: text,
  DA: text,
  AP: pictures,
  AS: name,
  MK: colours,
};

/** Of a new field of another kind. */
export const fieldEffects: Effects = {
  unseen: ofField,
  seen: {
    ...looks,
    ...all(['V', 'DV', 'RV', 'Opt', 'I', 'DR'], anything),
    ...all(['DA', 'DS'], text),
    ...all(['Q', 'MaxLen', 'TI'], integer),
  },
};

/** ISO 32000-1 §12.7.4: what filling a field in writes, its picture among it; `M` is when, `Ff` locks it. */
export const fillingEntries: Shapes = {
  ...placeEntries,
  ...all(['V', 'RV'], anything),
  ...all(['I'], listOf(integer)),
  AP: pictures,
  AS: name,
  M: text,
  Ff: integer,
};

/** Of a new annotation that is no field (§12.5.6). */
export const annotationEffects: Effects = {
  unseen: place,
  seen: {
    ...looks,
    Subtype: name,
    ...all(['Popup', 'IRT', 'Parent'], annotation),
    ...all(['T', 'RC', 'CreationDate', 'Subj', 'DS', 'DA', 'OverlayText', 'State', 'StateModel'], anything),
    ...all(['RT', 'IT', 'Name', 'Sy', 'LE'], anything),
    ...all(['QuadPoints', 'InkList', 'Vertices', 'Path', 'L', 'CL', 'IC', 'RD', 'CO'], listOf(anything)),
    ...all(['Q', 'LL', 'LLE', 'LLO'], number),
    ...all(['Open', 'Cap', 'Repeat'], flag),
    ...all(['CP'], name),
    RO: picture,
  },
};
