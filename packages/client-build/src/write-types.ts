/**
 * Types of an OpenAPI document, which comes by standard input, into a file:
 *
 *     node scripts/api-document.ts video-rest | node packages/client-build/src/write-types.ts generated/api.ts
 */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import ts from 'typescript';

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('usage: write-types.ts <file>, and the document by standard input');
const document = (await json(process.stdin)) as OpenAPI3;
const types = await openapiTS(document, {
  // What has a default may be left out of a request.
  defaultNonNullable: false,
  transform: ({ format }) => (format === 'binary' ? ts.factory.createTypeReferenceNode('Blob') : undefined),
});
await mkdir(path.dirname(file), { recursive: true });
await writeFile(file, astToString(types));
