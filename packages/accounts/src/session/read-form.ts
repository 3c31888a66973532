import express, { type Request, type RequestHandler, type Response } from 'express';

export const maxFormBytes = 256 * 1024;

/**
 * Reads the body of a plain form.
 *
 * @param refuse  answers when the body is too large (413), of another encoding (415) or broken (400)
 */
export function readForm(
  refuse: (request: Request, response: Response, status: number) => void,
): RequestHandler {
  const read = express.urlencoded({ extended: false, limit: maxFormBytes });
  return (request, response, next) => {
    read(request, response, (error?: unknown) => {
      const status = statusOf(error);
      if (status === undefined) next(error);
      else refuse(request, response, status);
    });
  };
}

/** Body-parser says so what is wrong with a body; anything else is not the reader's fault. */
function statusOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('status' in error)) return undefined;
  const { status } = error;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : undefined;
}
