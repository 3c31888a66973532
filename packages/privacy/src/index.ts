export {
  byAccount,
  byAddress,
  byAny,
  byName,
  columnsOf,
  erasureText,
  type Find,
  hashOf,
  type InPlace,
  onlyOwnName,
  onlyWhere,
  type PersonalTable,
  personalOnes,
  type Rule,
  type Tables,
  withoutName,
} from './declaration.ts';
export { exportPerson } from './export-person.ts';
export { erasePerson, findData, findPerson, type PersonalData, PersonError } from './person.ts';
export { type PersonPages, personExportLimits, personRoutes } from './person-pages.ts';
export { personProgram } from './person-program.ts';
export { keptWords, personWords, seenByWords, whyWords } from './privacy-words.ts';
export { ofAccount, sharedTables } from './shared-tables.ts';
