/**
 * What people can be to the institution: eduPersonAffiliation, and what platforms of this kind add to it. Of several
 * that somebody is at once, the first here tells most.
 */
export const affiliations = [
  'faculty',
  'teacher',
  'researcher',
  'emeritus',
  'staff',
  'employee',
  'student',
  'retired',
  'alum',
  'registered-reader',
  'library-walk-in',
  'affiliate',
  'member',
] as const;

export type Affiliation = (typeof affiliations)[number];

/** Whether a text is one of them. */
export function isAffiliation(text: string): text is Affiliation {
  return affiliations.some((one) => one === text);
}
