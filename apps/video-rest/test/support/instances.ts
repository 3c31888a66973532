/** How the service of a test file runs, and where it keeps media. */
export interface Instance {
  /** One is the process of the tests itself; several are started as an operator does. */
  processes: number;
  keepsIn: 'folder' | 'bucket';
}

export const instances = {
  plain: { processes: 1, keepsIn: 'folder' },
  several: { processes: 2, keepsIn: 'bucket' },
} as const satisfies Record<string, Instance>;

let current: Instance = instances.plain;

/** That of this test file. */
export const instance = (): Instance => current;

/**
 * Lets the services of this test file run so from now on. Files are written for any instance, and have the plain one by
 * themselves; a `.system.ts` or `.slow.ts` beside one runs the same cases on another:
 *
 *     useInstance(instances.several);
 *     await import('./tus.test.ts');
 */
export function useInstance(chosen: Instance): void {
  current = chosen;
}
