import { idOf } from '@campus/rest';
import type { RequestParamHandler } from 'express';

/** For `router.param`: what cannot be the id of a record is no address of a page. */
export const onlyIds: RequestParamHandler = (_request, _response, next, id: string) => {
  if (idOf(id) === null) next('route');
  else next();
};
