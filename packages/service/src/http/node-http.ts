/**
 * Node's HTTP. An `import` of it asks for all of its exports, WebSocket among them, for which Node loads its `fetch`: 25 ms
 * and 13 MB of every start.
 */
export const http = process.getBuiltinModule('node:http');
