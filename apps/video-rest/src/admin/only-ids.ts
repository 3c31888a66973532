import type { RequestParamHandler } from 'express';

/** For `router.param`: what cannot be the id of a record is no address of a page. */
export const onlyIds: RequestParamHandler = (_request, _response, next, id: string) => {
  if (/^[1-9]\d{0,8}$/.test(id)) next();
  else next('route');
};
