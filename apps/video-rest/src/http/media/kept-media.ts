import type { KeptTable } from '../../data/kept-files.ts';

/** A file or an image that somebody keeps, as its address names it. */
export interface KeptMedia {
  table: KeptTable;
  id: number;
  file: string;
}

/** `files/7/file-….pdf`, which is also all that a signature of it lets read. */
export function keptPath({ table, id, file }: KeptMedia): string {
  return `${table}/${id}/${file}`;
}

const pattern =
  /^(?:\/signed\/(?<signature>[0-9]+-[\w-]+))?\/(?<table>files|images)\/(?<id>[1-9][0-9]{0,9})\/(?<file>[a-z0-9][a-z0-9_-]{0,99}\.[a-z0-9]{1,8})$/;

/** @param path  below `/media`, as it stands on the request line: nothing decoded, no query */
export function readKeptPath(path: string): { kept: KeptMedia; signature: string | null } | null {
  const groups = pattern.exec(path)?.groups;
  if (groups === undefined) return null;
  const { table, id, file = '', signature = null } = groups;
  return { kept: { table: table as KeptMedia['table'], id: Number(id), file }, signature };
}
