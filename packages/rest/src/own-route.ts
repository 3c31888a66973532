import type { Translated } from '@campus/pages';
import type { Request, Response } from 'express';
import type { Engine } from './engine.ts';
import { run } from './pipeline/run.ts';
import type { Operation, ViewRoute } from './route.ts';

/** An address beside the resources, by its methods. */
export interface OwnRoute<Services> {
  title: Translated;
  description?: Translated;
  methods: Readonly<Record<string, Operation<Services>>>;
}

/** Answers at such an address, with the same checks in the same order. @returns what answers a request there */
export function ownRoute<Services>(
  engine: Engine<Services>,
  { title, description, methods }: OwnRoute<Services>,
): (request: Request, response: Response) => Promise<void> {
  const route: ViewRoute<Services> = {
    kind: 'view',
    title,
    description,
    isXml: false,
    allow: Object.keys(methods).join(', '),
    takes: [],
    looksBy: 'GET',
    operationOf: (method) => methods[method],
  };
  return (request, response) => run({ engine, route, request, response, key: '' });
}
