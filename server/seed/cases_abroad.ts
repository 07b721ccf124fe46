/** The contents of tickets in languages other than English; see cases.ts. */
import type { Case, Locale } from './company.ts'

export const CASES_ABROAD: Readonly<Record<Locale, readonly Case[]>> = {
  de: [
    {
      team: 'Machines',
      form: 'Machine trouble',
      type: 'incident',
      tags: ['repair', 'german'],
      subjects: ['{machine} heizt nicht mehr', 'Störung an der {machine}'],
      openings: [
        'Guten Tag,\n\nunsere {machine} wird seit heute früh nicht mehr heiß. Wir haben 120 Gäste beim Frühstück und können so nicht arbeiten. Seriennummer {serial}.\n\nMit freundlichen Grüßen\n{customer}',
        'Hallo, die {machine} zeigt E-14 und mahlt nicht. Aus- und Einschalten hat nichts gebracht. Können Sie heute noch jemanden schicken?\n\nViele Grüße\n{customer}',
      ],
      replies: [
        'Guten Tag, das tut mir leid. Unser Techniker kann morgen um acht bei Ihnen sein und bringt ein Ersatzgerät mit. Passt das?',
      ],
      answers: ['Ja, acht Uhr passt gut. Bitte am Lieferanteneingang klingeln.'],
      solutions: [
        'Das Heizelement ist getauscht, die Maschine läuft wieder. Das Ersatzgerät haben wir mitgenommen. Einen schönen Tag noch!',
      ],
      notes: ['Customer writes German; Ilse answers.'],
    },
    {
      team: 'Accounts',
      type: 'question',
      tags: ['invoice', 'german'],
      subjects: ['Rechnung {order}', 'Frage zur Rechnung'],
      openings: [
        'Guten Tag,\n\nauf der Rechnung {order} fehlt unsere Umsatzsteuer-Nummer. Könnten Sie sie bitte neu ausstellen?\n\nMit freundlichen Grüßen\n{customer}',
      ],
      replies: ['Guten Tag, gern. Soll die Nummer auch auf allen künftigen Rechnungen stehen?'],
      answers: ['Ja, bitte auf allen. Vielen Dank!'],
      solutions: ['Erledigt, die neue Rechnung ist unterwegs.'],
      notes: [],
    },
  ],
  fr: [
    {
      team: 'Orders',
      form: 'Orders and deliveries',
      type: 'incident',
      tags: ['delivery', 'french'],
      subjects: ['Commande {order} non reçue', 'Livraison en retard'],
      openings: [
        'Bonjour,\n\nla commande {order} devait arriver hier et nous n’avons toujours rien reçu. Il nous reste du café pour deux jours seulement.\n\nCordialement,\n{customer}',
        'Bonjour, il manque {number} sachets dans la livraison {order}. Pouvez-vous vérifier ?\n\nMerci d’avance,\n{customer}',
      ],
      replies: ['Bonjour, je suis désolée. Le colis est bloqué au dépôt ; je vous en envoie un autre dès aujourd’hui.'],
      answers: ['Merci beaucoup. Livraison possible avant dix heures ?'],
      solutions: ['C’est livré, d’après le transporteur. Les frais de port vous ont été remboursés. Bonne journée !'],
      notes: ['French; Luca can answer.'],
    },
  ],
  es: [
    {
      team: 'Machines',
      form: 'Machine trouble',
      type: 'incident',
      tags: ['leak', 'spanish'],
      subjects: ['La {machine} pierde agua', '¿Cada cuánto hay que limpiar la {machine}?'],
      openings: [
        'Hola:\n\nLa {machine} de la cafetería pierde agua por detrás desde ayer. Número de serie: {serial}. ¿Podrían venir a verla esta semana?\n\nUn saludo,\n{customer}',
        'Buenos días, se ha encendido una luz roja y no sabemos qué hacer. ¿Nos pueden ayudar?\n\nGracias,\n{customer}',
      ],
      replies: ['Hola, gracias por avisar. Cierren por favor la llave del agua; mañana pasa nuestro técnico entre las nueve y las once.'],
      answers: ['Perfecto, estaremos aquí. Muchas gracias.'],
      solutions: ['Junta cambiada y máquina probada. No tienen que pagar nada, está en garantía.'],
      notes: [],
    },
  ],
  ja: [
    {
      team: 'Orders',
      form: 'Orders and deliveries',
      type: 'task',
      tags: ['subscription', 'japanese'],
      subjects: ['定期便の変更について', '注文 {order} の配送日'],
      openings: [
        'お世話になっております。{customer}です。\n\n来月から豆の量を{number}キロに変更したいのですが、可能でしょうか。\n\nよろしくお願いいたします。',
      ],
      replies: ['いつもありがとうございます。変更は可能です。今週の配送分から変更してもよろしいでしょうか。'],
      answers: ['はい、今週からでお願いします。'],
      solutions: ['変更が完了しました。次回の納品書でご確認ください。'],
      notes: [],
    },
  ],
}
