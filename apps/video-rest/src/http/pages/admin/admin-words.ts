import { inEachLanguage } from '@campus/pages';

/** What the pages of the administration say wherever they are; what one of them alone says stands beside it. */
export const adminWords = inEachLanguage({
  administration: ['Administration', 'Administration'],
  tokens: ['Access tokens', 'Jetons d’accès'],
  tokensAre: [
    'Make and revoke the keys by which programs use the API.',
    'Créer et révoquer les clés par lesquelles les programmes utilisent l’API.',
  ],
  users: ['Users', 'Utilisateurs'],
  usersAre: [
    'Make accounts, change what they may do, deactivate them, set their passwords.',
    'Créer des comptes, changer leurs droits, les désactiver, définir leurs mots de passe.',
  ],
  history: ['History', 'Historique'],
  historyIs: [
    'See what was done to accounts, rights, passwords and tokens, and by whom.',
    'Voir ce qui a été fait aux comptes, droits, mots de passe et jetons, et par qui.',
  ],
  encodings: ['Encodings', 'Encodages'],
  encodingsAre: [
    'See the queue and what became of recent runs; launch again, cancel.',
    'Voir la file d’attente et le résultat des derniers encodages\u202f; relancer, annuler.',
  ],
  webhooks: ['Webhooks', 'Webhooks'],
  webhooksAre: [
    'Have other programs told what changes; see what they were sent and what they answered.',
    'Informer d’autres programmes de ce qui change\u202f; voir ce qui leur a été envoyé et ce qu’ils ont répondu.',
  ],
  exchange: ['Export and import', 'Export et import'],
  exchangeIs: [
    'Take objects out of this instance as lines, or bring them in, with a look before at what would change.',
    'Sortir des objets de cette instance sous forme de lignes, ou en faire entrer, en voyant d’abord ce qui changerait.',
  ],
  search: ['Search', 'Rechercher'],
});
