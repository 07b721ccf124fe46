/** What customers write, and the answers. `{…}` are filled for each ticket: see story.ts. Not here: languages other than English. */
import type { Case } from './company.ts'

const MACHINE = 'Machine trouble'
const ORDER = 'Orders and deliveries'

export const CASES: readonly Case[] = [
  {
    team: 'Machines',
    form: MACHINE,
    type: 'incident',
    tags: ['leak', 'repair'],
    waits: 'Waiting for parts',
    subjects: ['{machine} is leaking', 'Water under the {machine}', 'Puddle every morning'],
    openings: [
      'Since {day} there is a puddle under our {machine} every morning. It is about a cup of water. We emptied the drip tray, it is not that.',
      'Our {machine} (serial {serial}) drips from the back, left side. It only does it while heating up. What should we do?',
      'Water comes out below the steam wand of the {machine}. I put a towel there for now but this cannot go on for long.',
    ],
    replies: [
      'Thank you for telling us. That sounds like the seal of the boiler inlet. Please close the tap behind the machine for tonight. Could you send me the number on the plate below the drip tray?',
      'Sorry about the wet floor. Does it still leak when the machine is switched off but connected to water? Then it is the valve, otherwise the seal.',
      'The towel is fine for today. Please open the wand fully for ten seconds and close it again by hand, without force. Does it still drip?',
    ],
    answers: [
      'The number is {serial}. With the tap closed it stays dry.',
      'Only when it is on. Serial {serial}. When can somebody come?',
      'It still drips, a little less than before. Serial {serial}.',
    ],
    solutions: [
      'Our technician has replaced the seal and run three cycles without a drop. Please look again in a few days.',
      'The new valve is in, under warranty, so there is nothing to pay. The old tap can be opened again.',
      'The wand has a new gasket since this noon. You may wash the towel now.',
    ],
    notes: [
      'Seal kit 4711-B is out of stock until next week. I asked the supplier for two.',
      'Same batch as the one we had last month. Tell the workshop if there is a third.',
    ],
  },
  {
    team: 'Machines',
    form: MACHINE,
    type: 'incident',
    tags: ['grinder', 'repair'],
    waits: 'Waiting for a photo',
    subjects: ['Something rattles in the {machine}', '{machine}: grinder blocked'],
    openings: [
      'The {machine} started to rattle {day}. The coffee still tastes fine, but the guests turn around each time.',
      'The grinder stops after two seconds and shows E-14. We have already switched it off and on. Serial {serial}.',
    ],
    replies: [
      'A stone among the beans does this quite often. Please empty the hopper and send me a photo of the burrs from above.',
      'E-14 is the motor protection. Please let it cool for half an hour, vacuum the chute, and try with the coarsest setting. What happens then?',
    ],
    answers: [
      'Photo attached to my other mail. There is indeed a chip in one of the burrs.',
      'It runs on coarse, on fine it blocks again.',
    ],
    solutions: [
      'New burrs were fitted today and the grinder is set to your espresso again. A stone it was.',
      'The burrs were simply worn out after {number} kg. They are new now, and the next change is noted in your contract.',
    ],
    notes: ['Burr set is on the van of route 3.'],
  },
  {
    team: 'Machines',
    form: MACHINE,
    type: 'question',
    tags: ['cleaning'],
    subjects: ['How often should we descale?', 'Red light on the {machine}', 'Cleaning guide for new staff'],
    openings: [
      'Hello, the {machine} asks for descaling every week now. We have a filter. Is this normal?',
      'A red light came on {day} and the display says CLEAN. Which tablets do we need, and how many?',
      'We have new staff and nobody knows how the {machine} is cleaned. Is there a short guide we could hang on the wall?',
    ],
    replies: [
      'With a filter it should be every {number} weeks. I suspect the water hardness is set to the highest level. Menu, Service, Water: please set it to 2.',
      'The blue tablets, one for each group head. Hold the left button for five seconds and follow the display; it takes eleven minutes.',
      'There is one, with pictures. I am sending you the PDF; two of the printed cards go into your next box.',
    ],
    answers: [
      'It was set to 4! Changed, thank you.',
      'That worked. Can we order the tablets with the next beans?',
      'Exactly what we needed, thank you.',
    ],
    solutions: [
      'Wonderful. I have put a box of tablets into your next delivery, free of charge.',
      'Glad it works. The one-page guide is in your inbox as well.',
      'The cards were packed this morning. Happy cleaning!',
    ],
    notes: [],
  },
  {
    team: 'Machines',
    form: MACHINE,
    type: 'incident',
    tags: ['heating', 'repair'],
    waits: 'In the workshop',
    subjects: ['{machine} does not heat', 'No steam from the {machine}'],
    openings: [
      'The {machine} stays at 61 degrees. We open at seven and need it. Please call.',
      'Good morning. No steam at all {day}, and the pressure shows zero. It was serviced only {number} weeks ago.',
    ],
    replies: [
      'I understand, no coffee is no fun. A colleague can bring a replacement {machine} before noon; is somebody there to let us in?',
      'Please check the small reset switch on the right side, behind the rubber cap. If it clicks, tell me: then the thermostat has tripped.',
    ],
    answers: ['Yes, I am here until four.', 'It clicked, it heated, and ten minutes later it went off again.'],
    solutions: [
      'The heating element had to be replaced. Your machine is back and the replacement is with us again. Thank you for being so patient.',
      'It was the thermostat. Repaired on site, and tested for an hour.',
    ],
    notes: [
      'Replacement machine no. {number} is at the customer. Do not forget to bring it back.',
      'Element 2200 W, warranty until next spring.',
    ],
  },
  {
    team: 'Orders',
    form: ORDER,
    type: 'incident',
    tags: ['delivery', 'late'],
    subjects: ['Where is order {order}?', '{order} stuck in transit', 'Delivery late again'],
    openings: [
      'Order {order} should have been here {day}. We have beans for one more day. Can you find out where it is?',
      'Hi, the tracking page for {order} has said "in transit" for four days. Could you check with the carrier?',
      'Our delivery is late for the second time this quarter. I would like to know why.',
    ],
    replies: [
      'I am sorry. The parcel sits in the depot because of a torn label. I asked them to send it out tomorrow before ten.',
      'The carrier cannot find it, so I have sent the same order again by express, at our cost. If both arrive, keep both.',
      'You are right to ask. Two labels were lost in the same depot; we now send yours by another route. It is due tomorrow.',
    ],
    answers: [
      'Nothing so far, it is half past two.',
      'Thank you, that helps a lot. Is there a new tracking number?',
      'Thank you for the honest answer. Tomorrow is fine.',
    ],
    solutions: [
      'It shows as delivered to {city} this morning, signed for at the front desk. Enjoy!',
      'Arrived, as I see. I credited the shipping of {order} to you.',
      'It arrived at ten, and the new route stays in place for you.',
    ],
    notes: ['Carrier ticket open. Third lost label from the south depot this month.'],
  },
  {
    team: 'Orders',
    form: ORDER,
    type: 'incident',
    tags: ['wrong_item', 'delivery'],
    subjects: ['Wrong roast in {order}', 'We got decaf', 'Item missing from our delivery'],
    openings: [
      'We ordered {number} kg of the dark roast and received the light one. The boxes are still closed.',
      'Half of {order} is decaf. You can imagine the faces at eight in the morning.',
      'The filters are missing from {order}, though they are on the delivery note.',
    ],
    replies: [
      'That is our mistake. The right beans leave today; the driver will take the others back. Please keep them closed.',
      'Oh dear. Could you tell me the lot number on one of the bags? Then I know whether others are affected.',
      'I am sorry, they were left on the packing table. They go out today by letter post.',
    ],
    answers: ['Perfect, we will leave the boxes at the reception.', 'Lot is L{number}-07.', 'Good, that is early enough for us.'],
    solutions: [
      'The exchange is done and your invoice stays as it was. I added a bag of our new Huila for the trouble.',
      'The right bags arrived this morning, and the lot is off our shelves. Thank you for the number!',
      'The missing filters are with you since this morning, says the driver.',
    ],
    notes: ['Told the warehouse; second mistake of this kind since the new packing table.'],
  },
  {
    team: 'Orders',
    form: ORDER,
    type: 'task',
    tags: ['subscription'],
    subjects: ['Please double our order', 'Fewer beans for a while', 'We are moving to {city}'],
    openings: [
      'We are {number} more people since this month. Please raise our subscription to twice the beans, same roast.',
      'Half the team is away in the coming weeks. Could we skip the next two deliveries?',
      'Please change the delivery address for {order} and all that follow: we are moving to {city}.',
    ],
    replies: [
      'With pleasure. Should it already count for the delivery of this week? It is packed tomorrow at nine.',
      'Of course: I will skip the next two. Shall the third come on the same day of the week as before?',
      'Congratulations! Should the invoices go to the new address, too?',
    ],
    answers: ['Yes please, from this week on.', 'Same day, but please not before ten.', 'Yes, both from the first of the month on.'],
    solutions: [
      'Changed. You will see it on the next delivery note.',
      'Done; the calendar in your account shows the new dates.',
      'The new address is in. All the best for the move.',
    ],
    notes: [],
  },
  {
    team: 'Accounts',
    type: 'question',
    tags: ['invoice'],
    subjects: ['Invoice {order}: wrong amount', 'Purchase order missing on invoice', 'Copy of an invoice'],
    openings: [
      'Invoice {order} lists the service visit twice. Could you send a corrected one? Our books close on Friday.',
      'We can only pay invoices that name our purchase order. {order} does not. The number is PO-{number}88.',
      'Could you send me the invoices of last quarter once more? I have started here {day} and cannot find them.',
    ],
    replies: [
      'You are right, the visit of {day} is on it twice. I have asked for the credit note.',
      'Certainly. Should future invoices have that number as well, or was it for this order only?',
      'Welcome! They are on their way. Is a PDF enough, or do you need them on paper?',
    ],
    answers: ['Thank you, that helps.', 'For all of them until December, please.', 'Thank you. A PDF is enough.'],
    solutions: [
      'The corrected invoice was sent to you a minute ago, with the credit note.',
      'Here it is again with your number, and the next ones will have it by themselves.',
      'All three are in one mail, sent a minute ago.',
    ],
    notes: ['Noted in the customer file.'],
  },
  {
    team: 'Accounts',
    type: 'incident',
    tags: ['payment'],
    subjects: ['Card was charged twice', 'Reminder although we have paid', 'Payment declined'],
    openings: [
      'Our card was charged twice for {order}. Please return one of the two.',
      'You sent us a reminder for {order}. We paid {day}; I can send the bank slip.',
      'Our card is declined in your shop since {day}. It works everywhere else.',
    ],
    replies: [
      'I see both charges. The second is only reserved and will go by itself, but I have released it now.',
      'Your payment came without the reference, that is why the system missed it. I am sorry for the reminder.',
      'Our bank asks for a confirmation since last week. Please try again and look for a message on your phone.',
    ],
    answers: [
      'Thanks. How long does that take?',
      'All right. Please make sure no fee is added.',
      'There it was. I confirmed and it went through.',
    ],
    solutions: [
      'The money is on its way back and should be there in three working days.',
      'Booked and the reminder is withdrawn, without a fee.',
      'I see the payment, thank you. Your order is being packed.',
    ],
    notes: ['Checked with the bank.'],
  },
  {
    team: 'Front Desk',
    type: 'question',
    tags: ['app', 'access'],
    subjects: ['Cannot sign in to the fleet app', 'New colleague needs access', 'App shows the wrong machine'],
    openings: [
      'The fleet app tells me my account is locked. I only tried three times, I promise.',
      'Please give my new colleague access to the app, to the machines in {city} only.',
      'Our {machine} appears as offline in the app, yet it stands beside me and makes coffee.',
    ],
    replies: [
      'I have unlocked it. Please sign in within the hour and choose a new password.',
      'Gladly. What is the e-mail address, and may the colleague order as well, or only look?',
      'The small box behind the machine has a green light; is it on? If not, please pull its plug for ten seconds.',
    ],
    answers: [
      'I am in. Thank you for the quick answer!',
      'Only look, please. The address follows by phone.',
      'No light at all, even after that.',
    ],
    solutions: [
      'Then all is well. By the way, five wrong attempts are allowed, not three.',
      'Everything is set up; your colleague has an invitation in the inbox.',
      'The box was faulty. The new one arrived, and I see your machine online.',
    ],
    notes: [],
  },
  {
    team: 'Front Desk',
    type: 'question',
    tags: ['training'],
    subjects: ['Barista training for our team?', 'A tasting at our office?'],
    openings: [
      'Do you offer training for {number} people? None of them has ever steamed milk. We are in {city}.',
      'Could we have a tasting of the new roasts at our office, one afternoon next month?',
    ],
    replies: [
      'We do, and we like to. A half day for up to eight people costs 320. Would a Tuesday suit you?',
      'Lovely idea. How many will you be, and is there a sink nearby?',
    ],
    answers: ['Tuesday is good, the later the better.', 'About {number}. There is a sink, and there is cake.'],
    solutions: ['It is in the calendar; you have the confirmation by mail. See you then.', 'Booked. I bring the cups.'],
    notes: ['Ask whether they would take part in the reference list.'],
  },
]
