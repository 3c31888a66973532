import { STATUS_CODES } from 'node:http';

/** A problem document (RFC 9457) for what never reaches the application. */
export function problemText(status: number, detail: string): string {
  return JSON.stringify({ type: 'about:blank', title: STATUS_CODES[status], status, detail });
}
