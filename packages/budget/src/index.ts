export { BudgetSpentError, type SpentBudget } from './budget-spent-error.ts';
export { createTurns, type TurnLimits, type Turns } from './turns.ts';
