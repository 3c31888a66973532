/**
 * A generator of Prisma: writes what the resource engine has to know of the tables (`generated/tables.ts`), so that it
 * stands in the schema alone. Prisma starts it and talks with it in lines of JSON-RPC: requests come on the standard
 * input, answers go to the standard error.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === 'generate') {
    const tables = tablesOf(params.dmmf.datamodel.models);
    const text = `/** Generated from the schema: do not edit. */\nexport const tables = ${JSON.stringify(tables, null, 2)} as const;\n`;
    writeFileSync(join(params.generator.output.value, 'tables.ts'), text);
  }
  const result = method === 'getManifest' ? { manifest: { prettyName: 'tables' } } : null;
  process.stderr.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
});

/** Every table that has a number as its id, by its name. */
function tablesOf(models) {
  const withId = models.filter(({ fields }) => fields.some(({ name, isId }) => name === 'id' && isId));
  return Object.fromEntries(withId.map((model) => [model.dbName, tableOf(model, models)]));
}

function tableOf({ name, dbName, fields }, models) {
  const modelOf = (type) => models.find((model) => model.name === type);
  const columns = fields.filter(({ kind }) => kind !== 'object');
  const relations = fields.filter(({ relationFromFields }) => relationFromFields?.length === 1);
  return {
    name: dbName,
    columns: columns.map((field) => field.name),
    instants: columns
      .filter(({ type, nativeType }) => type === 'DateTime' && nativeType?.[0] !== 'Date')
      .map((field) => field.name),
    longTexts: columns
      .filter(({ type, nativeType, isUnique }) => type === 'String' && nativeType === null && !isUnique)
      .map((field) => field.name),
    joins: Object.fromEntries(relations.map((field) => [field.name, modelOf(field.type).dbName])),
    changedAt: columns.find(({ isUpdatedAt }) => isUpdatedAt)?.name,
    links: Object.fromEntries(
      fields
        .filter(({ isList, kind }) => isList && kind === 'object')
        .flatMap((field) => {
          const link = orderedLinkOf(field, { modelOf }) ?? linkOf(field, { name, modelOf });
          return link === undefined ? [] : [[field.name, link]];
        }),
    ),
    parts: Object.fromEntries(
      fields
        .filter(({ isList, kind }) => isList && kind === 'object')
        .flatMap((field) => {
          const part = partOf(field, modelOf(field.type));
          return part === undefined ? [] : [[field.name, part]];
        }),
    ),
  };
}

/** The rows that refer to this one by a column of theirs. */
function partOf({ relationName }, { dbName, fields }) {
  const back = fields.find((field) => field.relationName === relationName && !field.isList);
  if (back?.relationFromFields?.length !== 1 || !fields.some(({ name, isId }) => name === 'id' && isId))
    return undefined;
  const column = fields.find(({ name }) => name === back.relationFromFields[0]);
  return { table: dbName, own: column.dbName ?? column.name };
}

/** The same where the model itself stands between: it is known by the ids of both sides, and says the `place` of the other. */
function orderedLinkOf({ type, relationName }, { modelOf }) {
  const { fields, dbName, primaryKey } = modelOf(type);
  const place = fields.find(({ name }) => name === 'place');
  if (primaryKey?.fields.length !== 2 || place === undefined) return undefined;
  const columnOf = ({ relationFromFields: [name] }) => {
    const column = fields.find((field) => field.name === name);
    return column.dbName ?? column.name;
  };
  const sides = fields.filter(({ relationFromFields }) => relationFromFields?.length === 1);
  const own = sides.find((side) => side.relationName === relationName);
  const other = sides.find((side) => side !== own);
  return {
    table: dbName,
    own: columnOf(own),
    other: columnOf(other),
    to: modelOf(other.type).dbName,
    place: place.dbName ?? place.name,
  };
}

/** The table of a relation of many to many, in whose column `A` Prisma has the model that comes first in the alphabet. */
function linkOf(field, { name, modelOf }) {
  const { relationName, type } = field;
  const { fields, dbName: to } = modelOf(type);
  if (!fields.some((back) => back !== field && back.isList && back.relationName === relationName))
    return undefined;
  if (name === type) throw new Error(`the relation ${relationName} joins ${name} with itself`);
  const [own, other] = name < type ? ['A', 'B'] : ['B', 'A'];
  return { table: `_${relationName}`, own, other, to };
}
