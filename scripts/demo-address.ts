/**
 * Where people open a service of the demo, unless it has an address by configuration: browsers keep passkeys for
 * `localhost`, and for no number of an address.
 */
export function demoAddress(listening: { port: number; baseUrl: string | undefined }): string {
  return listening.baseUrl ?? `http://localhost:${listening.port}`;
}
