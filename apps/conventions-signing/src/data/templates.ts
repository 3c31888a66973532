import { textOf } from '@campus/config';
import { sql } from '@campus/database';
import type { Database, Writing } from './open-database.ts';

/** Who signs in a role: somebody else each time (all null), or always the same person, with names and a mail address. */
interface TemplateSignatory {
  role: string;
  order: number;
  name: string | null;
  givenName: string | null;
  mail: string | null;
  phone: string | null;
}

/** What staff writes down in a template. */
export interface TemplateContent {
  /** Unique, whatever the case. */
  name: string;
  workflowId: string;
  /** Mail addresses. */
  watchers: string[];
  signatories: TemplateSignatory[];
}

/** A template, and who changed it last. */
export interface Template extends TemplateContent {
  id: string;
  /** What a change or a deletion names, so that it does nothing to what somebody else has changed since. */
  version: number;
  changedAt: Date;
  /** As in the history. */
  changedBy: string;
}

const columns = sql`
  t.id, t.name, t.workflow_id, coalesce(t.watchers, '{}') as watchers, t.version, t.changed_at, t.changed_by,
  coalesce(
    (select json_agg(
       json_build_object('role', s.role, 'order', s."order", 'name', s.name, 'givenName', s.given_name,
         'mail', s.mail, 'phone', s.phone) order by s.position)
     from template_signatories s where s.template_id = t.id), '[]') as signatories`;

/** All templates by name. */
export async function findTemplates({ pool }: Database): Promise<Template[]> {
  return sql<Template>`select ${columns} from templates t order by lower(t.name)`.rows(pool);
}

/** One template, or null when there is none. */
export async function findTemplate({ pool }: Database, id: string): Promise<Template | null> {
  return sql<Template>`select ${columns} from templates t where t.id = ${id}`.row(pool);
}

/** Who changes a template, and when. */
export interface TemplateChange {
  id: string;
  at: Date;
  actor: string;
}

/** How many templates there are, and whether one has this id. */
export function countTemplates(tx: Writing, id: string): Promise<{ count: number; isThere: boolean }> {
  return sql<{ count: number; isThere: boolean }>`
    select count(*)::int as count, coalesce(bool_or(id = ${id}), false) as is_there from templates`.one(tx);
}

/** Adds a template under an id that its form has chosen; false when another has its name. */
export async function insertTemplate(
  tx: Writing,
  { id, at, actor }: TemplateChange,
  { name, workflowId, watchers, signatories }: TemplateContent,
): Promise<boolean> {
  const inserted = await sql`
    insert into templates (id, name, workflow_id, watchers, changed_at, changed_by)
    values (${id}, ${name}, ${workflowId}, ${watchers}, ${at}, ${actor}) on conflict do nothing`.run(tx);
  if (inserted === 1) {
    insertSignatories(tx, id, signatories);
    return true;
  }
  // Its form may have come twice at once, and then has its own name.
  return (await sql`select from templates where id = ${id}`.run(tx)) === 1;
}

/** Writes a template anew that has this version still; false when it has another. */
export async function replaceTemplate(
  tx: Writing,
  { id, at, actor, version }: TemplateChange & { version: number },
  { name, workflowId, watchers, signatories }: TemplateContent,
): Promise<boolean> {
  const replaced = await sql`
    update templates
    set name = ${name}, workflow_id = ${workflowId}, watchers = ${watchers}, version = version + 1,
      changed_at = ${at}, changed_by = ${actor}
    where id = ${id} and version = ${version}`.run(tx);
  if (replaced === 0) return false;
  tx.send(sql`delete from template_signatories where template_id = ${id}`);
  insertSignatories(tx, id, signatories);
  return true;
}

/** Deletes a template that has this version still; false when it has another, or is not there. */
export async function deleteTemplate(
  { pool }: Database,
  { id, version }: { id: string; version: number },
): Promise<boolean> {
  return (await sql`delete from templates where id = ${id} and version = ${version}`.run(pool)) === 1;
}

function insertSignatories(tx: Writing, id: string, signatories: readonly TemplateSignatory[]): void {
  const people = signatories.map((signatory, position) => ({ ...signatory, position }));
  tx.send(sql`
    insert into template_signatories (template_id, position, role, "order", name, given_name, mail, phone)
    select ${id}, position, role, "order", name, "givenName", mail, phone
    from json_to_recordset(${JSON.stringify(people)}) as p
      (position int, role text, "order" int, name text, "givenName" text, mail text, phone text)`);
}

/** Of the index over the names without regard to case. */
const nameKey = 'templates_name_key';

/** Whether a transaction has ended since two templates would have one name. */
export function isNameTaken(error: unknown): boolean {
  return textOf(error, 'constraint') === nameKey;
}
