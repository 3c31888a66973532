import { isDeepStrictEqual } from 'node:util';
import { RoundModel, type Trigger } from './round-model.ts';

/** What somebody did while others did something too, and what came of it: `done`, or the code of the refusal. */
export interface Answered {
  trigger: Trigger;
  answer: string;
}

/**
 * Whether all of it can have happened one after the other: in some order of what was done, the model does each, ends as
 * the record was seen, and refuses on the way, by the same code, whatever was refused.
 *
 * @param before  what had happened to the record of `people` signatories before
 */
export function happenedInSomeOrder(
  answered: readonly Answered[],
  { people, before, after }: { people: number; before: readonly Trigger[]; after: RoundModel['shown'] },
): boolean {
  const modelAfter = (past: readonly Trigger[]) => {
    const model = new RoundModel(people);
    for (const trigger of past) model.apply(trigger);
    return model;
  };
  const goesOn = (past: Trigger[], left: Trigger[], refused: readonly Answered[]): boolean => {
    const still = refused.filter(({ trigger, answer }) => modelAfter(past).apply(trigger) !== answer);
    if (left.length === 0) return still.length === 0 && isDeepStrictEqual(modelAfter(past).shown, after);
    const tried = new Set<string>();
    return left.some((next, place) => {
      const key = JSON.stringify(next);
      if (tried.has(key)) return false;
      tried.add(key);
      const isDone = modelAfter(past).apply(next) === null;
      return isDone && goesOn([...past, next], left.toSpliced(place, 1), still);
    });
  };
  const isDone = ({ answer }: Answered) => answer === 'done';
  const done = answered.filter(isDone).map(({ trigger }) => trigger);
  return goesOn(
    [...before],
    done,
    answered.filter((one) => !isDone(one)),
  );
}
