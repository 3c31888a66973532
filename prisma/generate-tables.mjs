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
    longTexts: columns
      .filter(({ type, nativeType, isUnique }) => type === 'String' && nativeType === null && !isUnique)
      .map((field) => field.name),
    joins: Object.fromEntries(relations.map((field) => [field.name, modelOf(field.type).dbName])),
    links: Object.fromEntries(
      fields
        .filter(({ isList, kind }) => isList && kind === 'object')
        .filter((field) =>
          modelOf(field.type).fields.some(
            (back) => back !== field && back.isList && back.relationName === field.relationName,
          ),
        )
        .map((field) => [field.name, linkOf(field, { name, to: modelOf(field.type).dbName })]),
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

/** The table of a relation of many to many, in whose column `A` Prisma has the model that comes first in the alphabet. */
function linkOf({ relationName, type }, { name, to }) {
  if (name === type) throw new Error(`the relation ${relationName} joins ${name} with itself`);
  const [own, other] = name < type ? ['A', 'B'] : ['B', 'A'];
  return { table: `_${relationName}`, own, other, to };
}
