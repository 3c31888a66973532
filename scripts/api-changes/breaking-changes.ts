/** What is used of a JSON Schema. */
interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

type Content = Record<string, { schema?: Schema }>;

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema?: Schema;
}

interface Operation {
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content?: Content };
  responses?: Record<string, { $ref?: string; content?: Content }>;
}

/** What is used of an OpenAPI document. */
export interface ApiDocument {
  paths?: Record<string, Record<string, unknown>>;
  components?: { schemas?: Record<string, Schema> };
}

/** Something by which a program fails that was written for the document before. */
export interface BreakingChange {
  /** As in the documents: `/rest/videos/{id}/`. */
  path: string;
  /** The parameter or field that it is about; undefined: the whole call. */
  name?: string;
  /** For people. */
  sentence: string;
}

const methods = ['get', 'head', 'post', 'put', 'patch', 'delete'];

/**
 * What of an API breaks programs that were written for an earlier version: calls, parameters, types and fields that are
 * gone, what is wanted that was not, and values that are no longer taken or that are answered now. Not a new field of an
 * answer or a new value of its enumerations: clients pass over what they do not know.
 */
export function breakingChanges(before: ApiDocument, after: ApiDocument): BreakingChange[] {
  const found = Object.entries(before.paths ?? {}).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const [old, now] = [item[method], after.paths?.[path]?.[method]] as (Operation | undefined)[];
      const call = `${method.toUpperCase()} ${path}`;
      if (old === undefined) return [];
      if (now === undefined) return [{ path, sentence: `${call} is gone` }];
      return [
        ...parameterChanges(old, now),
        ...bodyChanges(old, now, [before, after]),
        ...answerChanges(old, now, [before, after]),
      ].map(({ name, what }) => ({
        path,
        ...(name !== undefined && { name }),
        sentence: `${call}: ${what}`,
      }));
    }),
  );
  // A body of several types has the same schema for each.
  return [...new Map(found.map((change) => [change.sentence, change])).values()];
}

/**
 * Those that the changelog does not name: of what is not released, no line under "Removed", or of what is still there
 * "Changed", has both the address, or that of its list, and the parameter or field.
 */
export function unnamedChanges(changes: readonly BreakingChange[], changelog: string): BreakingChange[] {
  const unreleased = /^## \[Unreleased\]$([\s\S]*?)^## /m.exec(changelog)?.[1] ?? '';
  const linesUnder = (headings: RegExp) =>
    unreleased
      .split(/^### /m)
      .filter((section) => headings.test(section))
      .flatMap((section) => section.split('\n'));
  const [removed, changed] = [linesUnder(/^Removed$/m), linesUnder(/^(Changed|Removed)$/m)];
  return changes.filter(({ path, name, sentence }) => {
    const address = path.split('{')[0] ?? path;
    return !(sentence.endsWith(' is gone') ? removed : changed).some(
      (line) => line.includes(address) && (name === undefined || line.includes(`\`${name}\``)),
    );
  });
}

interface Change {
  name?: string;
  what: string;
}

type Documents = readonly [ApiDocument, ApiDocument];

function parameterChanges(
  { parameters: old = [] }: Operation,
  { parameters: now = [] }: Operation,
): Change[] {
  const same = (one: Parameter) => (other: Parameter) => one.name === other.name && one.in === other.in;
  const gone = old
    .filter((one) => !now.some(same(one)))
    .map(({ name }) => ({ name, what: `the parameter \`${name}\` is gone` }));
  const wanted = now
    .filter((one) => one.required === true && old.find(same(one))?.required !== true)
    .map(({ name }) => ({ name, what: `the parameter \`${name}\` is required` }));
  const narrowed = now.flatMap((one) => {
    const was = old.find(same(one));
    if (was?.schema === undefined || one.schema === undefined) return [];
    // In an address everything is text.
    const asText = one.schema.type === 'string' ? { ...was.schema, type: 'string' } : was.schema;
    return schemaChanges(asText, one.schema, {
      at: one.name,
      direction: 'in',
      documents: [{}, {}],
      seen: [],
    });
  });
  return [...gone, ...wanted, ...narrowed];
}

function bodyChanges(
  { requestBody: old }: Operation,
  { requestBody: now }: Operation,
  documents: Documents,
): Change[] {
  const wanted = now?.required === true && old?.required !== true ? [{ what: 'a body is required' }] : [];
  return [...wanted, ...contentChanges(old?.content, now?.content, { direction: 'in', documents })];
}

function answerChanges(
  { responses: old = {} }: Operation,
  { responses: now = {} }: Operation,
  documents: Documents,
) {
  return Object.entries(old)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([status, answer]): Change[] => {
      const other = now[status];
      if (other === undefined) return [{ what: `it no longer answers ${status}` }];
      return contentChanges(answer.content, other.content, { direction: 'out', documents });
    });
}

interface Comparing {
  /** Whether programs send or read it. */
  direction: 'in' | 'out';
  documents: Documents;
}

function contentChanges(old: Content = {}, now: Content = {}, comparing: Comparing): Change[] {
  return Object.entries(old).flatMap(([type, { schema }]): Change[] => {
    const other = now[type];
    const verb = comparing.direction === 'in' ? 'takes' : 'answers';
    if (other === undefined) return [{ what: `it no longer ${verb} ${type}` }];
    if (schema === undefined || other.schema === undefined) return [];
    return schemaChanges(schema, other.schema, { ...comparing, at: '', seen: [] });
  });
}

interface Place extends Comparing {
  /** The field: `video.title`. */
  at: string;
  /** References that lead here, so that what contains itself comes to an end. */
  seen: readonly string[];
}

function schemaChanges(oldRef: Schema, nowRef: Schema, place: Place): Change[] {
  const { at, direction, documents } = place;
  const way = `${oldRef.$ref} ${nowRef.$ref}`;
  if (oldRef.$ref !== undefined && place.seen.includes(way)) return [];
  const [old, now] = [resolved(oldRef, documents[0]), resolved(nowRef, documents[1])];
  const within = { ...place, seen: [...place.seen, way] };
  const name = at.split('.').at(-1) ?? '';
  const tell = (what: string): Change => (at === '' ? { what } : { name, what: `\`${at}\` ${what}` });
  // Programs that send must still be understood, those that read must still understand.
  const [from, into] = direction === 'in' ? [old, now] : [now, old];
  const foreign = typesOf(from).filter((type) => !typesOf(into).some((one) => holds(one, type)));
  const types =
    foreign.length > 0 && typesOf(into).length > 0
      ? [tell(`${direction === 'in' ? 'is no longer' : 'may now be'} ${foreign.join(' or ')}`)]
      : [];
  return [
    ...types,
    ...(direction === 'in' ? [...valueChanges(old, now), ...limitChanges(old, now)].map(tell) : []),
    ...fieldChanges(old, now, within),
    ...(old.items && now.items ? schemaChanges(old.items, now.items, within) : []),
    ...alternativeChanges(old, now).map(tell),
  ];
}

function fieldChanges(old: Schema, now: Schema, place: Place): Change[] {
  const { at, direction } = place;
  const below = (name: string) => (at === '' ? name : `${at}.${name}`);
  const [was, is] = [old.required ?? [], now.required ?? []];
  const known = now.properties ?? {};
  const gone = Object.keys(old.properties ?? {}).filter((name) => !(name in known));
  const lost =
    direction === 'in'
      ? is.filter((name) => !was.includes(name))
      : was.filter((name) => name in known && !is.includes(name));
  const how = direction === 'in' ? 'is required' : 'may be absent';
  return [
    ...(now.properties === undefined
      ? []
      : gone.map((name) => ({ name, what: `\`${below(name)}\` is gone` }))),
    ...(old.properties === undefined
      ? []
      : lost.map((name) => ({ name, what: `\`${below(name)}\` ${how}` }))),
    ...Object.entries(old.properties ?? {}).flatMap(([name, schema]) => {
      const other = known[name];
      return other === undefined ? [] : schemaChanges(schema, other, { ...place, at: below(name) });
    }),
  ];
}

function valueChanges(old: Schema, now: Schema): string[] {
  if (now.enum === undefined) return [];
  if (old.enum === undefined) return ['takes named values alone'];
  const gone = old.enum.filter((value) => !now.enum?.includes(value));
  return gone.map((value) => `no longer takes ${JSON.stringify(value)}`);
}

function limitChanges(old: Schema, now: Schema): string[] {
  const below = (['maximum', 'maxLength', 'maxItems'] as const).filter(
    (limit) => (now[limit] ?? Infinity) < (old[limit] ?? Infinity),
  );
  const above = (['minimum', 'minLength', 'minItems'] as const).filter(
    (limit) => (now[limit] ?? -Infinity) > (old[limit] ?? -Infinity),
  );
  return [...below, ...above].map((limit) => `has another limit: ${limit} ${now[limit]}`);
}

function alternativeChanges(old: Schema, now: Schema): string[] {
  const [was, is] = [old.anyOf ?? old.oneOf, now.anyOf ?? now.oneOf];
  return was !== undefined && is !== undefined && JSON.stringify(was) !== JSON.stringify(is)
    ? ['has other alternatives']
    : [];
}

function resolved(schema: Schema, { components }: ApiDocument): Schema {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : (components?.schemas?.[name] ?? {});
}

function typesOf({ type = [] }: Schema): string[] {
  return [type].flat();
}

function holds(wider: string, type: string): boolean {
  return wider === type || (wider === 'number' && type === 'integer');
}
