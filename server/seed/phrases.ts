/** Phrases for any subject. `{agent}` is filled for each ticket. */
export const GREETINGS = ['Hello,', 'Hi there,', 'Good morning,', 'Dear team,', 'Hi,', '']
export const FAREWELLS = ['Best regards', 'Thanks', 'Kind regards', 'Many thanks', 'Cheers', '']
export const THANKS = [
  'Perfect, thank you!',
  'Great, that was quick. Thanks.',
  'All good now, thank you for your help.',
  'Confirmed from our side. Have a good week!',
]
export const REOPENINGS = [
  'I am afraid it is back. Same as before, since this morning.',
  'Sorry to come back to this, but it is not quite solved: it happened again today.',
  'We thought it was fine, but no. Could you have another look?',
]
export const SECOND_SOLUTIONS = [
  'Thank you for telling me. I have gone through it once more with the workshop, and this time it is settled for good. Please say if not.',
  'I am sorry it took two attempts. It is done now, and I will ask again in a week myself.',
]
export const NUDGES = ['Just a friendly reminder: do you still need us here? Otherwise I will close this.', 'Any news from your side?']
export const PRAISE = ['Quick and friendly.', 'Very helpful, thank you {agent}!', 'Solved on the same day.', '']
export const COMPLAINTS = ['Took far too long.', 'I had to ask three times.', 'The technician came on the wrong day.']
