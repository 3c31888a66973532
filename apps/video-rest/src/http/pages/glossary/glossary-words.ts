import { inEachLanguage } from '@campus/pages';

/** The words of the platform that mean something of their own here. */
export const glossaryWords = inEachLanguage({
  source: {
    term: ['source', 'source'],
    meaning: [
      'The file that was uploaded. It is kept as it came.',
      'Le fichier qui a été déposé. Il est conservé tel qu’il est arrivé.',
    ],
  },
  encoding: {
    term: ['encoding', 'encodage'],
    meaning: [
      'One run that makes of a source what browsers play. A video is on air when its first rendition is whole.',
      'Un passage qui fait d’une source ce que les navigateurs lisent. Une vidéo est à l’antenne dès que sa première version est entière.',
    ],
  },
  rendition: {
    term: ['rendition', 'version encodée'],
    meaning: [
      'A video in one size, such as 720 lines. The player chooses the one that fits screen and line.',
      'Une vidéo dans une taille, comme 720 lignes. Le lecteur choisit celle qui convient à l’écran et à la connexion.',
    ],
  },
  worker: {
    term: ['worker', 'processus d’encodage'],
    meaning: [
      'A process that encodes. Any number of them take what waits, one after the other.',
      'Un processus qui encode. Ils sont aussi nombreux qu’on veut, et prennent l’un après l’autre ce qui attend.',
    ],
  },
  draft: {
    term: ['draft', 'brouillon'],
    meaning: [
      'A video that is unfinished: only its owners and staff see it.',
      'Une vidéo inachevée\u00a0: seuls ses propriétaires et l’équipe la voient.',
    ],
  },
  restricted: {
    term: ['restricted', 'accès restreint'],
    meaning: [
      'A video for those who have signed in, or for some groups of them.',
      'Une vidéo pour les personnes connectées, ou pour certains de leurs groupes.',
    ],
  },
  owner: {
    term: ['owner', 'propriétaire'],
    meaning: [
      'Who may change and delete a video. Additional owners may do the same.',
      'Qui peut modifier et supprimer une vidéo. Les propriétaires additionnels le peuvent aussi.',
    ],
  },
  'share-link': {
    term: ['share link', 'lien de partage'],
    meaning: [
      'An address that opens one video to whoever has it, until it ends or is revoked.',
      'Une adresse qui ouvre une vidéo à quiconque la possède, jusqu’à son terme ou sa révocation.',
    ],
  },
  'access-group': {
    term: ['access group', 'groupe d’accès'],
    meaning: [
      'Users for whom videos can be opened together. Staff keeps the groups and their members.',
      'Des utilisateurs pour qui l’on peut ouvrir des vidéos ensemble. L’équipe tient les groupes et leurs membres.',
    ],
  },
  type: {
    term: ['type', 'type'],
    meaning: [
      'What kind of video it is, such as a lecture or a talk. Staff keeps the types.',
      'Le genre d’une vidéo, comme un cours ou une conférence. L’équipe tient les types.',
    ],
  },
  broadcaster: {
    term: ['broadcaster', 'diffuseur'],
    meaning: [
      'A device that streams from a room, such as a lecture hall of a building.',
      'Un appareil qui diffuse depuis une salle, comme un amphithéâtre d’un bâtiment.',
    ],
  },
  token: {
    term: ['token', 'jeton'],
    meaning: [
      'What a program signs in with, in the name of a user. It is shown once, when it is made.',
      'Ce avec quoi un programme se connecte, au nom d’un utilisateur. Il est affiché une fois, à sa création.',
    ],
  },
  webhook: {
    term: ['webhook', 'webhook'],
    meaning: [
      'An address of a program that is told what changes. Staff makes it; its secret is shown once.',
      'L’adresse d’un programme qui est informé de ce qui change. L’équipe la crée\u00a0; son secret est affiché une fois.',
    ],
  },
  delivery: {
    term: ['delivery', 'envoi'],
    meaning: [
      'One event that a webhook is told. It is tried until the program takes it, for three days.',
      'Un événement envoyé à un webhook. Il est tenté jusqu’à ce que le programme l’accepte, pendant trois jours.',
    ],
  },
  attempt: {
    term: ['attempt', 'essai'],
    meaning: [
      'One call of a delivery, with what was sent and what was answered.',
      'Un appel d’un envoi, avec ce qui est parti et ce qui a été répondu.',
    ],
  },
});
