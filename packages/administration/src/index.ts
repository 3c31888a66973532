export { type Actor, commandLine, personAt, serviceItself } from './actor.ts';
export { changeAs } from './change-as.ts';
export { cursorIn, historyPageSize, readHistory } from './history.ts';
export { historyPage } from './history-page.ts';
export { historyWords } from './history-words.ts';
