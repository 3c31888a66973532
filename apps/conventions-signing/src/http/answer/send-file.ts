import type { Request, Response } from 'express';
import { sendPieces } from './send-pieces.ts';

/** What is sent while it is made. */
export interface SentFile {
  type: string;
  /** Of the file that it becomes; absent: it is read where it comes. */
  name?: string;
  pieces: AsyncGenerator<string | Uint8Array>;
}

/** Sends something while it is made, which is kept nowhere; nothing of it is made for `HEAD`. */
export async function sendFile(
  { request, response }: { request: Request; response: Response },
  { type, name, pieces }: SentFile,
): Promise<void> {
  response.set({ 'Content-Type': type, 'Cache-Control': 'no-store' });
  if (name !== undefined) response.set('Content-Disposition', `attachment; filename="${name}"`);
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  try {
    await sendPieces(response, pieces);
  } catch (error) {
    // A failure is answered instead, unless some of the file has gone out.
    if (!response.headersSent) response.removeHeader('Content-Disposition');
    throw error;
  } finally {
    // Nobody may be left to take the rest.
    await pieces.return(undefined);
  }
}
