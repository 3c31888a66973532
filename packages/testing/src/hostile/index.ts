/** Requests that nobody should send, made from a service's own OpenAPI document, and what must not come of them. */
export { type ApiDocument, type ApiOperation, type JsonSchema, schemaNamed } from './api-document.ts';
export { attack, type HostileRun } from './attack.ts';
export { type HostileContent, type HostileRequest, hostileRequest } from './hostile-request.ts';
export { jsonContent } from './json-content.ts';
export { multipartContent, textsOf } from './multipart-content.ts';
export { oddHeads } from './odd-heads.ts';
export { oddText, oddValue } from './odd-values.ts';
export { type HostileAnswer, isOfTheParser } from './send-hostile.ts';
export { testStrangers } from './test-strangers.ts';
export { watchChanges } from './watch-changes.ts';
