/**
 * What may happen to a record, as the table in docs/signing.md states it: what each trigger leads to in each state, and
 * the code of what is refused. It knows nothing of the service, which is held against it.
 */

/** What somebody does. `round`: what they say that they have seen, or want to count again; absent: they say nothing. */
export type Trigger =
  | { name: 'send'; round?: number }
  | { name: 'take-back' | 'replace' | 'sign-outside' }
  | { name: 'deposit' }
  | { name: 'date' | 'refuse'; order: number }
  | { name: 'restore'; round: number };

type State = 'draft' | 'signing' | 'refused' | 'signed';

/** What has come in a round. */
interface Held {
  dated: Set<number>;
  isDeposited: boolean;
  refusedBy: number | null;
  isOutside: boolean;
  /** The round that counted before it; null when none could count again. */
  before: number | null;
}

/** A refusal by its code, or null when it is done. */
type Outcome = string | null;

/** One record with `people` signatories. */
export class RoundModel {
  state: State = 'draft';
  round = 0;
  private last = 0;
  private isChanged = false;
  private readonly held = new Map<number, Held>();
  private readonly people: number;

  constructor(people: number) {
    this.people = people;
  }

  /** What the status of the record is to show. */
  get shown() {
    const { dated, isDeposited, refusedBy, isOutside } = this.counting ?? nothing(null);
    return {
      state: this.state,
      round: this.round,
      signedOutside: isOutside,
      dates: [...dated].sort(),
      deposits: isDeposited ? 1 : 0,
      refusedBy: this.state === 'refused' ? refusedBy : null,
    };
  }

  /** The round that could count again; null when none could. */
  get restorable(): number | null {
    return this.state === 'draft' ? this.leftBehind : this.setAsideByCurrent;
  }

  /** Does what is triggered, and tells by which code it is refused. */
  apply(trigger: Trigger): Outcome {
    switch (trigger.name) {
      case 'send':
        return this.send(trigger.round);
      case 'take-back':
        if (this.state === 'draft') return 'not_in_signing';
        this.state = 'draft';
        this.isChanged = false;
        return null;
      case 'replace':
        if (this.state !== 'draft') return 'not_a_draft';
        this.isChanged = true;
        return null;
      case 'sign-outside':
        return this.signOutside();
      case 'restore':
        return this.restore(trigger.round);
      default:
        return this.receive(trigger);
    }
  }

  private get counting(): Held | undefined {
    return this.state === 'draft' ? undefined : this.held.get(this.round);
  }

  private send(seen: number | undefined): Outcome {
    if (seen !== undefined && seen !== this.round) return 'changed_meanwhile';
    this.begin('signing');
    return null;
  }

  private signOutside(): Outcome {
    if (this.state === 'signed') return 'already_signed';
    if (this.state === 'draft') this.begin('signed');
    this.state = 'signed';
    this.current.isOutside = true;
    return null;
  }

  private begin(state: State): void {
    const isLost = this.state === 'draft' && (this.isChanged || this.round === 0);
    const before = isLost ? null : this.round;
    this.round = this.last + 1;
    this.last = this.round;
    this.held.set(this.round, nothing(before));
    this.state = state;
  }

  private receive(trigger: { name: 'deposit' } | { name: 'date' | 'refuse'; order: number }): Outcome {
    if (this.state === 'draft') return 'not_in_signing';
    const { current } = this;
    if (current.isOutside) return 'signed_outside';
    if (this.state === 'refused')
      return trigger.name === 'refuse' && trigger.order === current.refusedBy ? null : 'round_refused';
    if (trigger.name === 'refuse') {
      if (this.state === 'signed') return 'already_signed';
      current.refusedBy = trigger.order;
    } else if (trigger.name === 'date') {
      current.dated.add(trigger.order);
    } else {
      current.isDeposited = true;
    }
    this.state = this.stateOf(current);
    return null;
  }

  private restore(round: number): Outcome {
    if (this.restorable !== round) return 'not_restorable';
    this.round = round;
    this.state = this.stateOf(this.current);
    return null;
  }

  private get leftBehind(): number | null {
    return this.round === 0 || this.isChanged ? null : this.round;
  }

  /** While the round that counts has received nothing. */
  private get setAsideByCurrent(): number | null {
    const { dated, isDeposited, before } = this.current;
    return this.state === 'signing' && dated.size === 0 && !isDeposited ? before : null;
  }

  private get current(): Held {
    const held = this.held.get(this.round);
    if (held === undefined) throw new Error('a round counts that never began');
    return held;
  }

  private stateOf({ dated, isDeposited, refusedBy, isOutside }: Held): State {
    if (isOutside) return 'signed';
    if (refusedBy !== null) return 'refused';
    return dated.size === this.people && isDeposited ? 'signed' : 'signing';
  }
}

function nothing(before: number | null): Held {
  return { dated: new Set(), isDeposited: false, refusedBy: null, isOutside: false, before };
}
