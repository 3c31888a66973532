/**
 * What a request goes through, in the order of Django REST Framework: can the caller take the answer
 * (`negotiate`), who is it (`authenticate`), does the method exist and may it (`permit`), does the object
 * (`find`), and only then the body (`read`), the work itself (`act`) and how it is shown (`answer`). A form of a page
 * is the exception: its body tells first whether it is one of ours, so that `permit` reads it.
 *
 * Each step adds what it has learnt and changes nothing that it is given.
 */

import { showContext } from '../engine.ts';
import { expectedError } from '../errors.ts';
import { type Outcome, type Question, refused, sendJson } from '../outcome.ts';
import { readPageForm } from '../pages/page-form.ts';
import { type Body, readBody } from '../read-body.ts';
import { roomFor } from '../room-for.ts';
import { answer } from './answer.ts';
import { type Authenticated, askAgain, authenticate } from './authenticate.ts';
import { type Found, find } from './find.ts';
import { type Asked, type Negotiated, negotiate } from './negotiate.ts';
import { type Permitted, permit } from './permit.ts';

/** Undefined: the request has been answered, and no step follows. */
type Step<From, To> = (from: From) => To | undefined | Promise<To | undefined>;

/** What each step takes is what the one before it gives. */
type Steps<Services> = readonly [
  Step<Asked<Services>, Negotiated<Services>>,
  Step<Negotiated<Services>, Authenticated<Services>>,
  Step<Authenticated<Services>, Permitted<Services>>,
  Step<Permitted<Services>, Found<Services>>,
  Step<Found<Services>, Read<Services>>,
  Step<Read<Services>, Acted<Services>>,
  Step<Acted<Services>, never>,
];

/** How far a request has come. */
type Reached<Services> =
  | Asked<Services>
  | Negotiated<Services>
  | Authenticated<Services>
  | Permitted<Services>
  | Found<Services>
  | Read<Services>
  | Acted<Services>;

/**
 * Answers a request at a route.
 *
 * @throws what can be shown neither as JSON nor on a page of the caller: Refusal, InvalidInput, and whatever
 *   `engine.explain` explains
 */
export async function run<Services>(asked: Asked<Services>): Promise<void> {
  const steps: Steps<Services> = [negotiate, authenticate, permit, find, read, act, answer];
  let reached: Reached<Services> = asked;
  try {
    for (const step of steps as readonly Step<never, Reached<Services>>[]) {
      // `Steps` has seen to it that this is what the step takes.
      const next = await step(reached as never);
      if (next === undefined) return;
      reached = next;
    }
  } catch (error) {
    // Of an answer that went wrong nothing can be shown in its place.
    if (!('format' in reached) || 'outcome' in reached || reached.response.headersSent) throw error;
    const { engine, request, response, language, format } = reached;
    if (format === 'xml') throw error;
    const refusal = () => refused(expectedError(error, engine.explain, request), language);
    // Here, and not by the handlers behind all routers, which a refusal would have to pass first.
    if (format === 'json') sendJson(response, refusal());
    else if ('caller' in reached) await answer({ ...reached, outcome: refusal() });
    else throw error;
  } finally {
    // Before the rest of the request had been looked at.
    if ('form' in reached) await reached.form?.dispose();
  }
}

interface Acted<Services> extends Read<Services> {
  outcome: Outcome | Question;
}

/**
 * Does what is asked for, and lets go of a file that it has not taken.
 *
 * @throws Refusal, InvalidInput, and what the application explains
 */
async function act<Services>(read: Read<Services>): Promise<Acted<Services>> {
  const { operation, row, body } = read;
  try {
    await askAgain(read);
    if (operation.finds === undefined) return { ...read, outcome: await operation.act(read) };
    if (row === null) throw new Error('an object is looked for before anything is done with it');
    return { ...read, outcome: await operation.act(read, row) };
  } finally {
    await body.dispose();
  }
}

interface Read<Services> extends Found<Services> {
  body: Body;
}

const nothing: Body = { isForm: false, members: new Map(), file: undefined, dispose: async () => {} };

/**
 * What does the request bring? Of an operation that takes nothing no body is read.
 *
 * @throws Refusal, InvalidInput
 */
async function read<Services>(found: Found<Services>): Promise<Read<Services>> {
  const { route, operation, form, row } = found;
  const { takes: fields, changes } = operation;
  if (fields === undefined || !changes) return { ...found, body: nothing };
  const body =
    form === undefined
      ? await readBody(found, route.takes, () => roomFor(found, row))
      : readPageForm(form, { fields, row, context: showContext(found) });
  return { ...found, body };
}
