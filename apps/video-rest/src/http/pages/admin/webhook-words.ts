import { inEachLanguage, outcome, type Pair } from '@campus/pages';

/** What the pages of webhooks say. */
export const webhookWords = inEachLanguage({
  address: ['Address', 'Adresse'],
  addressHelp: [
    'Events are sent to it by POST. Private and local networks are closed, but for those that the operator names.',
    'Les événements y sont envoyés par POST. Les réseaux privés et locaux sont fermés, sauf ceux que l’exploitant nomme.',
  ],
  description: ['Description', 'Description'],
  descriptionHelp: ['Whose program it is, and whom to ask.', 'À qui est le programme, et à qui s’adresser.'],
  events: ['Events', 'Événements'],
  eventsHelp: (resources: string, kinds: string) => [
    `One on each line, such as videos.encoded, videos.* or *.deleted; * stands for all. Of these: ${resources}. What happens: ${kinds}.`,
    `Un par ligne, comme videos.encoded, videos.* ou *.deleted\u202f; * vaut pour tous. Ressources\u00a0: ${resources}. Ce qui leur arrive\u00a0: ${kinds}.`,
  ],
  noEvents: ['Name an event, or * for all of them.', 'Nommez un événement, ou * pour tous.'],
  wrong: [
    'Nothing was saved. Please correct what is marked.',
    'Rien n’a été enregistré. Corrigez ce qui est signalé.',
  ],
  state: ['State', 'État'],
  states: {
    working: ['working', 'en service'],
    failing: ['failing', 'en échec'],
    given_up: ['switched off after failures', 'désactivé après des échecs'],
    off: ['switched off', 'désactivé'],
  },
  failingSince: ['Failing since', 'En échec depuis'],
  failedAttempts: ['Attempts in vain', 'Essais sans succès'],
  nextAttempt: ['Next attempt', 'Prochain essai'],
  switchedOff: ['Switched off by the platform', 'Désactivé par la plateforme'],
  created: ['Created', 'Créé le'],
  createdBy: ['By', 'Par'],
  rotated: ['Secret since', 'Secret depuis'],
  bothUntil: ['signed with the former one too until', 'signé aussi avec le précédent jusqu’au'],
  missed: ['Changes missed', 'Changements manqués'],
  missedMeans: [
    'They were forgotten before they could be told.',
    'Ils ont été oubliés avant de pouvoir être envoyés.',
  ],
  none: ['There is no webhook yet.', 'Il n’y a pas encore de webhook.'],
  webhook: ['Webhook', 'Webhook'],
  add: ['Add a webhook', 'Ajouter un webhook'],
  save: ['Save', 'Enregistrer'],
  edit: ['Edit', 'Modifier'],
  test: ['Send a test event', 'Envoyer un événement d’essai'],
  newSecret: ['New secret', 'Nouveau secret'],
  newSecretTitle: ['Make a new secret?', 'Créer un nouveau secret\u202f?'],
  newSecretMeans: [
    'For a day everything is signed with both, the new one and the present one; one that was replaced before ends at once. Give the new one to the receiver within that time.',
    'Pendant un jour, tout est signé avec les deux, le nouveau et l’actuel\u202f; un secret remplacé auparavant prend fin aussitôt. Donnez le nouveau au destinataire dans ce délai.',
  ],
  secret: ['The secret of this webhook', 'Le secret de ce webhook'],
  copySecret: ['Copy the secret', 'Copier le secret'],
  keep: [
    'Copy the secret now: it is not shown again. The receiver verifies by it what comes.',
    'Copiez le secret maintenant\u00a0: il n’est plus affiché ensuite. Le destinataire s’en sert pour vérifier ce qui arrive.',
  ],
  toWebhook: ['To the webhook', 'Vers le webhook'],
  on: ['Switch on', 'Activer'],
  off: ['Switch off', 'Désactiver'],
  delete: ['Delete', 'Supprimer'],
  deleteTitle: ['Delete this webhook?', 'Supprimer ce webhook\u202f?'],
  deleteMeans: [
    'It is told nothing more, and what it was told is forgotten. That cannot be taken back.',
    'Il n’est plus informé, et ce qui lui a été envoyé est oublié. C’est définitif.',
  ],
  deliveries: ['What it was told', 'Ce qui lui a été envoyé'],
  all: ['all', 'tout'],
  failed: ['failed', 'en échec'],
  noDeliveries: ['It was told nothing yet.', 'Rien ne lui a encore été envoyé.'],
  noneFailed: ['Nothing has failed.', 'Rien n’a échoué.'],
  refresh: ['Refresh', 'Actualiser'],
  event: ['Event', 'Événement'],
  number: ['Number', 'Numéro'],
  ofTest: ['a test', 'un essai'],
  at: ['At', 'Le'],
  outcome: ['Outcome', 'Résultat'],
  attempts: ['Attempts', 'Essais'],
  deliveryStates: {
    waiting: ['waiting', 'en attente'],
    delivered: ['delivered', 'effectué'],
    failed: ['failed', 'en échec'],
  },
  sent: ['Sent', 'Envoi'],
  body: ['Body', 'Corps'],
  again: ['Send again', 'Renvoyer'],
  leaveOut: ['Leave out', 'Ignorer'],
  noAttempts: ['No attempt yet.', 'Pas encore d’essai.'],
  earlier: (count: number) => [
    count === 1 ? 'One earlier attempt is not kept.' : `${count} earlier attempts are not kept.`,
    count === 1
      ? 'Un essai précédent n’est plus conservé.'
      : `${count} essais précédents ne sont plus conservés.`,
  ],
  mends: {
    no_answer: [
      'Answer at once, and work on it afterwards.',
      'Répondez aussitôt, et traitez l’événement ensuite.',
    ],
    redirected: ['Enter the address that it leads to.', 'Saisissez l’adresse à laquelle elle mène.'],
    unknown: [
      'Does the receiver have the present secret, and the right clock?',
      'Le destinataire a-t-il le secret actuel, et la bonne heure\u202f?',
    ],
    not_found: [
      'Check the address: nobody takes events there.',
      'Vérifiez l’adresse\u00a0: personne n’y prend d’événements.',
    ],
    refused: ['The log of the receiver says why.', 'Le journal du destinataire dit pourquoi.'],
    closed_network: [
      'Enter a public address, or ask the operator to name the network in WEBHOOK_NETWORKS.',
      'Saisissez une adresse publique, ou demandez à l’exploitant de nommer le réseau dans WEBHOOK_NETWORKS.',
    ],
    certificate: [
      'The receiver needs a valid certificate for this name.',
      'Le destinataire a besoin d’un certificat valable pour ce nom.',
    ],
    network: [
      'Is the name right, and does the receiver run? Its event is sent again by itself.',
      'Le nom est-il juste, et le destinataire fonctionne-t-il\u202f? L’événement est renvoyé de lui-même.',
    ],
  } satisfies Record<string, Pair>,
  outcomes: {
    saved: outcome('good', ['The change is saved.', 'La modification est enregistrée.']),
    tested: outcome('info', [
      'A test event is on its way; what came of it stands below within seconds.',
      'Un événement d’essai est en route\u202f; son résultat est indiqué plus bas en quelques secondes.',
    ]),
    on: outcome('good', [
      'The webhook is switched on, and goes on with the event at which it was.',
      'Le webhook est activé, et reprend à l’événement où il en était.',
    ]),
    off: outcome('good', ['The webhook is switched off.', 'Le webhook est désactivé.']),
    deleted: outcome('good', ['The webhook is deleted.', 'Le webhook est supprimé.']),
    again: outcome('info', [
      'It is sent once more; what came of it stands below within seconds.',
      'L’envoi est refait\u202f; son résultat est indiqué plus bas en quelques secondes.',
    ]),
    leftOut: outcome('good', [
      'The event is left out, and the webhook goes on behind it. Send it again whenever its receiver takes it.',
      'L’événement est ignoré, et le webhook passe à la suite. Renvoyez-le quand son destinataire le prendra.',
    ]),
    repeated: outcome('info', [
      'The form was sent again, and nothing was done: it was obeyed already, and a secret is shown once.',
      'Le formulaire a été envoyé de nouveau, et rien n’a été fait\u00a0: il l’était déjà, et un secret n’est affiché qu’une fois.',
    ]),
  },
});
