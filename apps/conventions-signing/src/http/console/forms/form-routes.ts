import express, { type Router } from 'express';
import type { ConsoleDeps } from '../console-routes.ts';
import { registrationRoutes } from './registration-routes.ts';
import { signedOutsideRoutes } from './signed-outside-routes.ts';

/** The pages with a form that takes a PDF; needs the right to send. */
export function formRoutes(deps: ConsoleDeps): Router {
  return express.Router().use(registrationRoutes(deps), signedOutsideRoutes(deps));
}
