/** How a registered text is treated. What outsiders see of it stands in `wire/registration-fields.ts`. */
interface RegisteredText {
  /** What it is called where a search is explained, which finds records by it; null: a search does not look here. */
  searchedAs: string | null;
  /** Whether an erasure takes it, as it must whatever may speak of a person. What scopes go by stays. */
  isErased: boolean;
}

/** Texts that signing applications read (contract §2, "Metadata object"), in its order; each has a column of its name. */
export const metadataTexts = {
  title: { searchedAs: 'the title', isErased: true },
  companyName: { searchedAs: 'the organisations', isErased: true },
  school: { searchedAs: 'the organisations', isErased: true },
  workflowId: { searchedAs: null, isErased: false },
} as const satisfies Record<string, RegisteredText>;

/** Texts that only the institution reads, none of them required; each has a column of its name, null where there is none. */
export const ownTexts = {
  reference: { searchedAs: 'the reference', isErased: true },
  department: { searchedAs: 'the department', isErased: false },
} as const satisfies Record<string, RegisteredText>;

export type MetadataTextName = keyof typeof metadataTexts;
export type OwnTextName = keyof typeof ownTexts;
export type RegisteredTextName = MetadataTextName | OwnTextName;

export type MetadataTexts = Record<MetadataTextName, string>;
export type OwnTexts = Record<OwnTextName, string | null>;

export const metadataTextNames = Object.keys(metadataTexts) as MetadataTextName[];
export const ownTextNames = Object.keys(ownTexts) as OwnTextName[];

/** All of them, the institution's own first. */
export const registeredTexts: Readonly<Record<RegisteredTextName, RegisteredText>> = {
  ...ownTexts,
  ...metadataTexts,
};
export const registeredTextNames = [...ownTextNames, ...metadataTextNames];

/** What an erasure writes over the texts that it takes. */
export const erasedTexts = Object.fromEntries(
  registeredTextNames
    .filter((name) => registeredTexts[name].isErased)
    .map((name) => [name, name in ownTexts ? null : '']),
) as Partial<MetadataTexts & OwnTexts>;
