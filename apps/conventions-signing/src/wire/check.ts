import type { z } from 'zod';
import { codedInputError, type InputProblem } from '../domain/input-problem.ts';

/**
 * The value as the schema gives it.
 *
 * @param base  where the value stands in the body, as a JSON pointer
 * @throws InvalidInput  with every problem and its place
 */
export function check<Schema extends z.ZodType>(schema: Schema, value: unknown, base = ''): z.output<Schema> {
  const result = schema.safeParse(value, { error: (issue) => explain(issue) });
  if (result.success) return result.data;
  const problems = result.error.issues.flatMap((issue) => problemsOf(issue, base));
  const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
  throw new InvalidInput(`the body has ${count}; nothing was changed`, problems);
}

/** Plain words where zod speaks of types. */
function explain(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'is required';
  if (issue.code === 'invalid_type') return `must be ${articled(issue.expected)}, not ${typeOf(issue.input)}`;
  if (issue.code === 'too_big' && issue.origin === 'string')
    return `must have at most ${issue.maximum} characters`;
  if (issue.code === 'too_big' && issue.origin === 'array')
    return `must have at most ${issue.maximum} entries`;
  return undefined;
}

function articled(type: string): string {
  if (type === 'int') return 'a whole number';
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'an array' : articled(typeof value);
}

function problemsOf(issue: z.core.$ZodIssue, base: string): InputProblem[] {
  const path = base + issue.path.map(token).join('');
  if (issue.code !== 'unrecognized_keys') return [{ pointer: path, message: issue.message }];
  return issue.keys.map((key) => ({
    pointer: path + token(key),
    message: 'is not known here; remove it or correct its name',
  }));
}

/** One reference token of a JSON pointer (RFC 6901 §3). */
function token(key: PropertyKey): string {
  return `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** What came in breaks the rules of the contract; nothing has changed. */
export class InvalidInput extends codedInputError<'invalid_body'>() {
  constructor(message: string, problems: InputProblem[] = []) {
    super('invalid_body', message, { problems });
  }
}
