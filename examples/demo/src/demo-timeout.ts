/** Of a call of a service: one that hangs ends the start of the demo. Longer than the slowest, an upload, takes. */
export const demoTimeoutMs = 60_000;
