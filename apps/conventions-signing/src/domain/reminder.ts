/** A signature that is awaited of somebody. */
export interface AwaitedSignature {
  mail: string;
  title: string;
  /** The institution's own number. */
  reference: string | null;
  /** What the signing application calls it. */
  vendorReference: string | null;
  since: Date;
}

/** A letter to one person, about all that waits for them; empty when nothing does any more. */
export interface Reminder {
  id: string;
  createdAt: Date;
  /** What the mail server said last; null when it was not asked yet. */
  problem: string | null;
  signatures: AwaitedSignature[];
}
