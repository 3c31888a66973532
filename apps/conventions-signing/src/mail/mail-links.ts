/** Where mails lead, each a whole address of the console. */
export interface MailLinks {
  /** The account page, where mails are chosen. */
  account: string;
  /** Calls that fail. */
  calls: string;
  /** What retention will erase. */
  retention: string;
  /** The first page of the console. */
  home: string;
}
