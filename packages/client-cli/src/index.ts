export { explainFailure } from './explain-failure.ts';
export { countedOf, pairsOf } from './pairs.ts';
export { lineOf, printAll, printOne } from './print.ts';
export { changesOptions, printChanges } from './print-changes.ts';
export { runClientProgram } from './run-client-program.ts';
export { saveAnswer } from './save-answer.ts';
export { userFolder } from './user-folder.ts';
