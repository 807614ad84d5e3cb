/**
 * English words by how common they are in general use, commonest first: a stand-in for a frequency list. Chinese needs none, its
 * frequencies come with the segmenter's dictionary. What is in neither tier counts as rare.
 */
export const VERY_COMMON_WORDS = `
able about actually add afraid again ago all allow almost alone along already also although always another answer any anyone anything
anyway around ask away back bad become before begin believe best better between big bit both bring call came care case certain chance
change come consider content could couple course date day days decide definitely describe detail different done down each early easy either
else end enjoy enough especially even ever every everyone everything exactly example experience explain fact far favorite favourite feel
feeling few find fine first follow forget found free full fun get give given glad go going gone good got great guess had half happen happy
hard hear hello help here hi hope idea important include indeed instead interest interested just keep kind know last later learn least leave
less let like likely list little long look lot lots love made mainly make many matter may maybe mean mention might mind month more most much
must name need never new next nice nothing now number often oh ok okay old once one only open opinion other others own part particular
people perhaps person place plan please point possible prefer pretty probably problem put question quite rather ready real really reason
recall recent recently recommend recommendation remember right said same say saw see seem sent set several share should show since small
some someone something sometimes soon sort sound special specific start stay still stop such suggest suggestion sure take talk tell thank
thanks thing things think though thought through time times today together told tomorrow too took top topic toward true try turn two type
understand until up use used useful usually various very wait want was way week well went while whole wish without wonder wonderful word
work worry would wrong year years yes yesterday yet
`;

export const COMMON_WORDS = `
achieve act action activity address advice affect afternoon age agree air animal apart appear apply area arm arrange arrive art article
attend attention available avoid aware baby bag ball bank base beach beautiful bed benefit bill birthday black blue board body book born
boss bottom box boy break breakfast brother build business busy buy camera car card carry cat catch cause center chat check child children
choice choose city class clean clear close clothes cloud coffee cold collect color common company complete computer concern condition contact
continue cook cool cost count country cover create culture cup current customer cut dad daily dance dark daughter deal decision deep develop
dinner direction discuss dish distance doctor dog door dream dress drink drive dry during ease east eat education effect effort email
emotional energy environment evening event exciting exercise expect expensive eye face fail fall family famous fast father feature fill film
final finish fire fish fit fix floor focus food foot form forward friend friends front fruit future game garden gift girl goal green ground
group grow guide guy habit hair hand hang health healthy heart heat heavy high history hit hold holiday home hospital hot hotel hour house
huge human husband image imagine improve increase information inside inspire interesting international issue job join journey kid kids
kitchen land language large laugh law lead level life light limit line listen live local lose low lunch machine main major manage market
material meal meaning measure meat meet meeting member memory message method middle minute miss model modern mom moment money morning mother
mountain mouth move movie movies music natural nature near necessary news night normal north note notice offer office oil online order
original outside paint painting paper parent park party pass past pay perfect phone photo physical pick picture piece plant play player
popular positive power practice prepare present pressure price probable process produce product program project protect provide public
purchase quality quick quiet rain range rate reach read receive red reduce relationship relax release remain remove report require research
respect response rest restaurant result return review rich ride rise risk river road role room rule run safe sale save scene school science
sea season second sense series serious service sex short shop side sign similar simple single sister sit situation size skill skin sky sleep
slow smile social society solution solve son song source south space speak speed spend sport spring staff stand star state station step
store story street stress strong student study stuff style subject success sugar summer sun support surprise sweet swim system table taste
teach teacher team technique technology test text theory three tip tired total touch town traditional train training travel treat tree trip
trouble trust truth tv understand university update value variety view visit voice walk wall wash watch water wear weather weekend weight
west white wife win wind window winter woman women wood world write young
`;
