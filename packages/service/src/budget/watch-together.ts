/** Looks at things for all who watch them: one look for all who watch the same, none at what nobody watches. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Turns } from './turns.ts';

/** What a look has seen, and what was made of it for some of the viewers. */
export interface Glance<Seen> {
  seen: Seen;
  /** Makes something of it once for all viewers of the same kind. */
  shared<Made>(kind: string, make: () => Made): Made;
}

/** What is watched. */
export interface WatchedTogether<Seen> {
  /** All who watch by the same name share each look: whatever it depends on stands in it. */
  key: string;
  /** @param signal  aborts when nobody watches any more */
  look(signal: AbortSignal): Promise<Seen>;
  /** How long after one look the next one comes. */
  everyMs: number;
}

interface WatchTogether {
  /**
   * Shows somebody what each look sees, one after the other; the first one begins after they have come.
   *
   * @param options.signal  when they have gone
   * @param see             whether that was the last that they want to see
   * @throws what a look or `see` throws
   */
  watch<Seen>(
    watched: WatchedTogether<Seen>,
    options: { signal: AbortSignal; see: (glance: Glance<Seen>) => Promise<boolean> },
  ): Promise<void>;
}

/** Who comes is shown something at once, but nothing is looked at more often than this. */
const leastMs = 250;

interface Viewer {
  see(glance: Glance<unknown>): Promise<void>;
  fail(error: unknown): void;
}

interface Thing {
  viewers: Set<Viewer>;
  /** Ends the pause between two looks. */
  pause: AbortController;
  /** Ends a look that nobody waits for. */
  left: AbortController;
}

/** @param looks  at which all looks take turns, so that they never use up all connections to the database */
export function watchTogether(looks: Pick<Turns, 'run'>): WatchTogether {
  const things = new Map<string, Thing>();

  return {
    watch({ key, look, everyMs }, { signal, see }) {
      return new Promise((resolve, reject) => {
        const known = things.get(key);
        const thing: Thing = known ?? {
          viewers: new Set(),
          pause: new AbortController(),
          left: new AbortController(),
        };
        const leave = () => {
          signal.removeEventListener('abort', onGone);
          thing.viewers.delete(viewer);
          if (thing.viewers.size > 0) return;
          if (things.get(key) === thing) things.delete(key);
          thing.pause.abort();
          thing.left.abort();
        };
        const onGone = () => {
          leave();
          resolve();
        };
        const viewer: Viewer = {
          async see(glance) {
            try {
              // What is watched by one name is of one type.
              if (await see(glance as Glance<never>)) onGone();
            } catch (error) {
              viewer.fail(error);
            }
          },
          fail(error) {
            leave();
            reject(error);
          },
        };
        signal.addEventListener('abort', onGone);
        thing.viewers.add(viewer);
        thing.pause.abort();
        if (signal.aborted) onGone();
        else if (known === undefined) {
          things.set(key, thing);
          void keepLooking(thing, { key, look, everyMs });
        }
      });
    },
  };

  async function keepLooking(thing: Thing, { key, look, everyMs }: WatchedTogether<unknown>): Promise<void> {
    while (thing.viewers.size > 0) {
      const viewers = [...thing.viewers];
      const begunAt = performance.now();
      thing.pause = new AbortController();
      try {
        const glance = glanceOf(await looks.run(key, () => look(thing.left.signal)));
        await Promise.all(viewers.map((viewer) => viewer.see(glance)));
      } catch (error) {
        for (const viewer of viewers) viewer.fail(error);
      }
      await wait(everyMs, undefined, { signal: thing.pause.signal }).catch(() => {});
      const early = leastMs - (performance.now() - begunAt);
      if (early > 0 && thing.viewers.size > 0) await wait(early);
    }
  }
}

function glanceOf<Seen>(seen: Seen): Glance<Seen> {
  const made = new Map<string, unknown>();
  return {
    seen,
    shared<Made>(kind: string, make: () => Made): Made {
      if (!made.has(kind)) made.set(kind, make());
      return made.get(kind) as Made;
    },
  };
}
