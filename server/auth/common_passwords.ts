/** The passwords most likely to be tried first, and the words that most others consist of together with digits and marks: data only. */

/** Words, keyboard rows and names; a password is common when it is one of these, surrounded by digits and marks or not. */
const WORDS = `password passwort passw0rd p@ssword p@ssw0rd pa$$word pa$$w0rd motdepasse contrasena senha parola haslo qwerty qwertz azerty qwertyui qwertyuiop
  qwerty1234 qwert1234 qazwsx qazwsxedc 1qaz2wsx 1q2w3e 1q2w3e4r 1q2w3e4r5t q1w2e3r4 q1w2e3r4t5 zaq12wsx zxcvbn zxcvbnm asdf asdfgh asdfghjk asdfghjkl
  abc abcd abcde abcdef abcdefg abcdefgh abc123 a1b2c3 a1b2c3d4 aaaaaaaa asdasd admin administrator root user guest test tester testing demo default
  changeme change_me changeit letmein let_me_in welcome welcome@ willkommen bienvenue login master access secret secrets hello hallo iloveyou ilovey0u
  loveyou lovely princess sunshine dragon monkey shadow superman batman spiderman pokemon starwars football baseball basketball hockey soccer liverpool
  chelsea arsenal barcelona michael jennifer jordan jessica charlie daniel thomas ashley nicole andrew matthew joshua robert george martin samantha
  computer internet samsung google microsoft facebook iphone windows linux oracle database server support service helpdesk deskhand company business
  office summer winter spring autumn sommer herbst january february march april june july august september october november december monday friday
  freedom whatever trustno trustno1 killer hunter pepper ginger cookie cheese banana orange flower purple yellow silver golden diamond butterfly
  matrix phoenix mustang ferrari porsche mercedes corvette yamaha harley maverick ranger tigger buster bailey maggie snoopy mickey minecraft naruto
  thunder lightning rainbow angel angels heaven jesus christ blessed family forever friends sweetheart babygirl lollipop chocolate strawberry
  qweasd qweasdzxc asdzxc zxcasd poiuyt lkjhgf mnbvcxz fuckyou fuckoff asshole`

const common = new Set(WORDS.split(/\s+/))

/** True for an easily guessed password: only digits and marks, one or two different characters, or a common word within such. */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase()
  const core = lower.replace(/^[^a-z]+|[^a-z]+$/g, '')
  const lettersOnly = lower.replace(/[^a-z]/g, '')
  if (common.has(lower) || common.has(core) || new Set(lower).size <= 2) return true
  // short sequences of digits are quickly enumerated
  return lettersOnly === '' && /^[0-9\s._-]{1,12}$/.test(lower)
}
