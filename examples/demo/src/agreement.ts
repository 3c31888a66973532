/**
 * What an internship agreement and an amendment to it say, before they are set in type. Days are ISO dates
 * such as `2027-02-01`; every other text is French and appears as it is.
 */

/** Somebody who signs, with the words of the contract and the role that stands above the signature box. */
export interface Signatory {
  name: string;
  givenname: string;
  mail: string;
  phone: string | null;
  /** 1 signs first; two signatories may share a number. */
  order: number;
  role: string;
}

/** An institution or a host organisation, and who speaks for it. */
export interface Organisation {
  name: string;
  address: string;
  /** Part of the organisation that the intern belongs to. */
  department: string;
  representative: string;
  mail: string;
}

interface HostOrganisation extends Organisation {
  siret: string;
  activity: string;
}

interface Student {
  fullName: string;
  bornOn: string;
  number: string;
  address: string;
  programme: string;
  mail: string;
}

export interface Internship {
  subject: string;
  missions: readonly string[];
  startsOn: string;
  endsOn: string;
  weeklyHours: number;
  /** Hours of presence over the whole internship, public holidays left out. */
  totalHours: number;
  schedule: string;
  place: string;
  /** Null when the internship is too short for one to be due. */
  hourlyAllowanceEuros: number | null;
  benefits: string;
  evaluation: string;
}

/** Who accompanies the intern on one side, with the capacity in which they do. */
interface Supervisor {
  fullName: string;
  capacity: string;
  mail: string;
}

export interface Agreement {
  /** Also the title under which it is sent to be signed. */
  title: string;
  reference: string;
  drawnUpOn: string;
  drawnUpAt: string;
  school: Organisation;
  host: HostOrganisation;
  student: Student;
  internship: Internship;
  teacher: Supervisor;
  tutor: Supervisor;
  signatories: readonly Signatory[];
}

/** One change: the article of the agreement that it concerns, and what holds from now on. */
interface Change {
  heading: string;
  paragraphs: readonly string[];
}

export interface Amendment {
  title: string;
  reference: string;
  drawnUpOn: string;
  drawnUpAt: string;
  /** The agreement that it changes. */
  agreement: Agreement;
  reason: string;
  changes: readonly Change[];
  effectiveOn: string;
  signatories: readonly Signatory[];
}
