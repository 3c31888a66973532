/**
 * What stands at an address of the API, as a value: made once from the declarations, mounted by the router, and
 * looked at by every step of a request and by its page. No step asks which resource it has before it.
 */
import type { Translated } from '@campus/pages';
import type { Caller } from './caller.ts';
import type { KnownRequest } from './engine.ts';
import type { Field } from './field.ts';
import type { Format } from './media-types.ts';
import type { Outcome, Question } from './outcome.ts';
import type { Body } from './read-body.ts';
import type { DeclaredAction, Resource } from './resource.ts';
import type { Row } from './store.ts';

/** A request as an operation is given it. */
export interface Work<Services> extends KnownRequest<Services> {
  format: Format;
  /** What was read for it; empty where it takes no body. */
  body: Body;
}

interface CommonOperation<Services> {
  /** Whether the caller may do this at all; else 403, before a body is read or an object looked for. */
  may(caller: Caller): boolean;
  /** Whether it changes anything: then no page of another site may make a browser send it. */
  changes: boolean;
  /** What it takes, from a body unless it only reads; absent: nothing. */
  takes?: readonly Field<Services>[];
  /** Where somebody is led who sends a form again that was sent before; absent: it may be sent again. */
  repeated?(known: KnownRequest<Services>): Promise<string> | string;
  /** It reads its body itself, as it comes: with a session alone, a header proves that a page of ours sends it. */
  readsBody?: true;
  /** Asks a person who is about to do it. */
  question?: Operation<Services>;
}

/** About no object in particular. */
interface ListOperation<Services> extends CommonOperation<Services> {
  finds?: undefined;
  act(work: Work<Services>): Promise<Outcome | Question>;
}

/** About the object at the address: one that the caller sees, or one that is theirs to change. */
interface ObjectOperation<Services> extends CommonOperation<Services> {
  finds: 'seen' | 'own';
  act(work: Work<Services>, row: Row): Promise<Outcome | Question>;
}

/** What a method does at an address. */
export type Operation<Services> = ListOperation<Services> | ObjectOperation<Services>;

interface CommonRoute<Services> {
  /** Its methods, as the Allow header names them. */
  allow: string;
  /** All that its bodies may bring. */
  takes: readonly Field<Services>[];
  /** The method by which its page is looked at. */
  looksBy: 'GET' | 'OPTIONS';
  /** Undefined: the method is not possible here, or not for this caller. */
  operationOf(method: string, by: { caller: Caller; format: Format }): Operation<Services> | undefined;
}

interface OfResource<Services> extends CommonRoute<Services> {
  resource: Resource<Services>;
  /** Below the root of the API; Express mounts it by this pattern, and the figures name it so. */
  path: string;
}

interface ListRoute<Services> extends OfResource<Services> {
  kind: 'list';
  /** The actions on it, which its page leads to. */
  leadsTo: readonly ActionRoute<Services>[];
}

interface ObjectRoute<Services> extends OfResource<Services> {
  kind: 'object';
  leadsTo: readonly ActionRoute<Services>[];
}

/** An action on the list of a resource, or on one of its objects. */
export interface ActionRoute<Services> extends OfResource<Services> {
  kind: 'action';
  on: 'list' | 'object';
  /** The last part of its address. */
  name: string;
  title: Translated;
  description: Translated | undefined;
  action: DeclaredAction<Services, undefined, string> | DeclaredAction<Services, Row, string>;
  operations: ReadonlyMap<string, Operation<Services>>;
}

/** An address beside the resources. */
export interface ViewRoute<Services> extends CommonRoute<Services> {
  kind: 'view';
  title: Translated;
  description?: Translated | undefined;
  /** Where its page leads besides. */
  links?: readonly { text: Translated; href: string }[] | undefined;
  /** Its answer is XML, which its GET writes itself. */
  isXml: boolean;
  /** It answers as server-sent events too; what it refuses, as JSON. */
  isStream: boolean;
}

export type ResourceRoute<Services> = ListRoute<Services> | ObjectRoute<Services> | ActionRoute<Services>;
export type Route<Services> = ResourceRoute<Services> | ViewRoute<Services>;
