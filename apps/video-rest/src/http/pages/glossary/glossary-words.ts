import type { Glossary } from '@campus/pages';

/** The words of the platform that mean something of their own here. */
export const glossaryWords = {
  source: {
    term: { en: 'source', fr: 'source' },
    meaning: {
      en: 'The file that was uploaded. It is kept as it came.',
      fr: 'Le fichier qui a été déposé. Il est conservé tel qu’il est arrivé.',
    },
  },
  encoding: {
    term: { en: 'encoding', fr: 'encodage' },
    meaning: {
      en: 'One run that makes of a source what browsers play. A video is on air when its first rendition is whole.',
      fr: 'Un passage qui fait d’une source ce que les navigateurs lisent. Une vidéo est à l’antenne dès que sa première version est entière.',
    },
  },
  rendition: {
    term: { en: 'rendition', fr: 'version encodée' },
    meaning: {
      en: 'A video in one size, such as 720 lines. The player chooses the one that fits screen and line.',
      fr: 'Une vidéo dans une taille, comme 720 lignes. Le lecteur choisit celle qui convient à l’écran et à la connexion.',
    },
  },
  worker: {
    term: { en: 'worker', fr: 'processus d’encodage' },
    meaning: {
      en: 'A process that encodes. Any number of them take what waits, one after the other.',
      fr: 'Un processus qui encode. Ils sont aussi nombreux qu’on veut, et prennent l’un après l’autre ce qui attend.',
    },
  },
  draft: {
    term: { en: 'draft', fr: 'brouillon' },
    meaning: {
      en: 'A video that is unfinished: only its owners and staff see it.',
      fr: 'Une vidéo inachevée\u00a0: seuls ses propriétaires et l’équipe la voient.',
    },
  },
  restricted: {
    term: { en: 'restricted', fr: 'accès restreint' },
    meaning: {
      en: 'A video for those who have signed in, or for some groups of them.',
      fr: 'Une vidéo pour les personnes connectées, ou pour certains de leurs groupes.',
    },
  },
  owner: {
    term: { en: 'owner', fr: 'propriétaire' },
    meaning: {
      en: 'Who may change and delete a video. Additional owners may do the same.',
      fr: 'Qui peut modifier et supprimer une vidéo. Les propriétaires additionnels le peuvent aussi.',
    },
  },
  'share-link': {
    term: { en: 'share link', fr: 'lien de partage' },
    meaning: {
      en: 'An address that opens one video to whoever has it, until it ends or is revoked.',
      fr: 'Une adresse qui ouvre une vidéo à quiconque la possède, jusqu’à son terme ou sa révocation.',
    },
  },
  'access-group': {
    term: { en: 'access group', fr: 'groupe d’accès' },
    meaning: {
      en: 'Users for whom videos can be opened together. Staff keeps the groups and their members.',
      fr: 'Des utilisateurs pour qui l’on peut ouvrir des vidéos ensemble. L’équipe tient les groupes et leurs membres.',
    },
  },
  type: {
    term: { en: 'type', fr: 'type' },
    meaning: {
      en: 'What kind of video it is, such as a lecture or a talk. Staff keeps the types.',
      fr: 'Le genre d’une vidéo, comme un cours ou une conférence. L’équipe tient les types.',
    },
  },
  broadcaster: {
    term: { en: 'broadcaster', fr: 'diffuseur' },
    meaning: {
      en: 'A device that streams from a room, such as a lecture hall of a building.',
      fr: 'Un appareil qui diffuse depuis une salle, comme un amphithéâtre d’un bâtiment.',
    },
  },
  token: {
    term: { en: 'token', fr: 'jeton' },
    meaning: {
      en: 'What a program signs in with, in the name of a user. It is shown once, when it is made.',
      fr: 'Ce avec quoi un programme se connecte, au nom d’un utilisateur. Il est affiché une fois, à sa création.',
    },
  },
} satisfies Glossary;
