import type { RequestHandler } from 'express';
import { InputError } from '../receive/input-error.ts';

/** The answer to a path that is not ours. */
export const notFound: RequestHandler = (request) => {
  throw new InputError('not_found', `there is nothing at ${request.baseUrl}${request.path}`);
};
