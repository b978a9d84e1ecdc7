import { dictionary } from '@zxcvbn-ts/language-common'

/*
 * Common passwords of this country, beside those common everywhere: without accents, in lower case,
 * as `fold` leaves them. Digits and signs around such a word make it no better, so the words are
 * listed without them.
 */
const OURS: ReadonlySet<string> = new Set(
  `
  password passwort passwd passw0rd pass passe passcode pasword passwords mypassword mypass thepassword
  newpassword oldpassword yourpassword nopassword password1 password12 password123 passwordpassword
  admin administrator adminadmin root rootroot user username guest test tester testtest testing temp
  temporary default changeme change letmein letmeinnow login logon logmein access accessme enter
  secret secrets topsecret master masterkey system computer internet server security secure private
  welcome welcome1 hello hellohello helloworld hallo goodbye whatever anything something nothing
  qwerty qwertyui qwertyuiop qwerty1 qwerty12 qwertyqwerty qwertyasdf qwertz azerty azertyuiop asdf
  asdfasdf asdfgh asdfghjk asdfghjkl asdfqwer zxcvbn zxcvbnm zxcvzxcv qazwsx qazwsxedc qazxsw qweasd
  qweasdzxc qweqwe qwer qwerasdf qwerasdfzxcv wasdwasd poiuytrewq lkjhgfdsa mnbvcxz poiu lkjh
  1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 q1w2e3 q1w2e3r4 q1w2e3r4t5 zaq12wsx
  zaq1zaq1 zaq1xsw2 1234qwer qwer1234 1a2b3c 1a2b3c4d a1b2c3 a1b2c3d4 abc abcd abc123 abcd1234 abcdef
  abcdefg abcdefgh abcabc aabbcc abcxyz xyz 123abc 123qwe 123qweasd qwe123 asd123 zxc123 aaa111
  123456 1234567 12345678 123456789 1234567890 0123456789 987654321 87654321 9876543210 123123 123123123
  112233 11223344 121212 12121212 123321 123454321 1234554321 12341234 123412345 102030 10203040 147258
  147258369 159357 159753 258456 741852963 789456 789456123 963852741 111222 111222333 222333 696969
  69696969 420420 131313 101010 010203 01020304 246810 13579 135792468 314159 31415926 271828 0987654321
  iloveyou iloveu iloveme iloveyou1 iloveyou2 iloveyouu loveyou loveme lovelove love lover lovers
  lovely lovely lovesme mylove truelove foreverlove forever iloveher ilovehim ilovegod ilovejesus
  ilovemyself ilovemom ilovemum ilovedad ihateyou fuckyou fuckoff fuckme fuckit asshole bullshit
  bitch bastard biteme eatme suckit sexsex sexy sexygirl sexyboy hotgirl hottie badboy badgirl bigdaddy
  bigdick bigboy bigman pussy pussycat playboy playgirl porno pornstar whore horny naked
  dragon dragons dragonball dragonfly monkey monkeys monkeyman donkey tiger tigers tigger lion lions
  lionking panther puma jaguar leopard cheetah wolf wolfpack wolves werewolf bear bears teddybear
  panda pandas koala rabbit bunny bunnies kitten kittens kitty hellokitty cat cats catdog dog dogs
  doggie doggy puppy puppies puppylove poodle snoopy garfield felix rex max maximus buddy buster
  charlie lucky bella coco milo oscar rocky rocket duke prince princess princesa principe queen king
  kingking horse horses horsey pony ponies unicorn unicorns phoenix eagle eagles falcon falcons hawk
  hawkeye raven ravens swan duck ducks donald donaldduck chicken chickens rooster turkey penguin penguins
  dolphin dolphins whale shark sharks fish fishing fisherman goldfish turtle turtles tortoise snake snakes
  viper cobra python spider spiderman bee honeybee bumblebee butterfly ladybug firefly dragonslayer
  sunshine sunflower sunset sunrise sunny sun moon moonlight moonshine star stars starlight starfish
  starwars startrek sky skyline bluesky rainbow rainbows summer summertime winter spring autumn snow
  snowball snowman snowflake snowwhite ice iceman icecream fire fireman firefire water waterfall ocean
  river mountain mountains forest flower flowers rose roses rosebud lily daisy tulip violet lavender
  jasmine orchid cherry cherries apple apples applepie banana bananas orange oranges lemon lemons lemonade
  peach peaches strawberry blueberry raspberry coconut mango melon watermelon pineapple grape potato
  tomato pumpkin pepper peppers ginger garlic onion cookie cookies cookiemonster chocolate candy candyman
  sugar honey honeybun cupcake pancake muffin cheese cheesecake pizza pasta spaghetti burger hamburger
  bacon sausage sandwich peanut peanuts butter coffee espresso cappuccino tea cola cocacola pepsi
  whisky whiskey vodka tequila wine beer guinness heineken corona carlsberg keo brandy
  red blue green yellow purple pink black white silver gold golden diamond diamonds ruby emerald sapphire
  crystal pearl platinum magenta indigo scarlet blackcat blackdog blackjack whitecat redrose greenday
  football footballer soccer baseball basketball basket volleyball handball hockey tennis golf golfer
  cricket rugby boxing wrestling swimming swimmer surfing surfer skate skater skateboard snowboard
  running runner cycling bicycle champion champions winner winners goalkeeper striker worldcup
  liverpool liverpoolfc ynwa chelsea chelseafc arsenal arsenalfc gunners manchester manutd manunited
  mancity manchesterunited tottenham spurs everton newcastle westham astonvilla leeds leedsunited celtic
  rangers barcelona barca realmadrid madrid juventus inter intermilan milan acmilan napoli roma bayern
  dortmund ajax benfica porto galatasaray fenerbahce besiktas lakers yankees cowboys steelers
  packers patriots redsox bulls chicagobulls celtics warriors raiders broncos giants ronaldo cristiano
  cristianoronaldo messi leomessi lionelmessi neymar zidane beckham rooney gerrard mbappe haaland
  ferrari porsche mercedes bmw audi volkswagen toyota honda nissan mazda mitsubishi subaru suzuki
  hyundai renault peugeot citroen ford mustang chevrolet camaro corvette dodge jeep landrover rangerover
  lamborghini maserati bugatti bentley rollsroyce jaguarxk harley harleydavidson davidson yamaha kawasaki
  ducati vespa hummer cadillac chrysler fiat alfaromeo lexus tesla volvo skoda
  batman superman spiderboy ironman hulk thor captain captainamerica avengers wolverine deadpool joker
  catwoman wonderwoman robin superwoman superhero hero heroes ninja ninjas samurai warrior knight
  wizard magic magician merlin gandalf frodo bilbo aragorn legolas hobbit mordor harrypotter hermione
  hogwarts voldemort gryffindor slytherin dumbledore skywalker lukeskywalker darthvader vader yoda jedi
  chewbacca leia matrix neo trinity morpheus terminator predator alien aliens godzilla kingkong rambo
  pirate pirates jacksparrow pokemon pikachu charizard digimon naruto sasuke sakura goku vegeta
  mario supermario luigi sonic zelda link kirby minecraft fortnite roblox warcraft worldofwarcraft
  starcraft diablo halo halflife counterstrike callofduty gta playstation nintendo xbox gamer games game
  disney mickey mickeymouse minnie goofy pluto simba nala bambi dumbo aladdin ariel cinderella
  barbie tinkerbell peterpan pooh winnie winniethepooh tweety bugsbunny sylvester scooby scoobydoo
  spongebob patrick simpson simpsons homer bart lisa southpark cartman kenny
  jesus jesuschrist christ christian god godisgood godislove godbless blessed blessing faith hope grace
  angel angels angelo angela heaven hell devil satan lucifer demon ghost spirit saint church bible
  prayer amen allah mohammed buddha
  mother mommy mummy mom mum mama father daddy dad papa mamapapa family myfamily brother sister baby
  babygirl babyboy babyblue children kids son daughter grandma grandpa wife husband girlfriend boyfriend
  friend friends bestfriend bestfriends friendship happy happiness happyday happybirthday birthday smile
  smiley laugh crazy crazyboy crazygirl cool coolboy coolgirl coolcat awesome amazing beautiful pretty
  prettygirl handsome sweet sweetie sweetheart sweety darling dearest heart hearts heartbreak kiss kisses
  kissme hug hugs cuddles peace freedom liberty justice truth dream dreams dreamer dreaming life
  mylife lifeisgood wonderful perfect number1 numberone thebest best money moneymoney dollar dollars
  euro euros cash million millionaire billionaire rich boss bigboss bossman gangster gangsta mafia
  music musica rock rockstar rocknroll metal metallica ironmaiden nirvana acdc beatles thebeatles
  rollingstones pinkfloyd queenqueen elvis elvispresley madonna britney shakira beyonce rihanna eminem
  tupac 2pac snoopdogg jayz drake coldplay linkinpark slipknot greatful blink182 guitar guitarman piano
  drums drummer bass trumpet violin dance dancer dancing disco party partytime
  teacher student students school college university doctor nurse lawyer police policeman soldier army
  marine marines navy pilot airplane airport airbus boeing captainhook driver trucker taxi bus busdriver
  train station travel traveller traveler holiday holidays vacation beach beaches island paradise
  hotel tourist passport ticket tickets shuttle airportshuttle transfer bookings booking luggage
  halcyon halcyondays halcyonbus halcyonairport halcyonshuttle halcyonairportshuttle kingfisher alkyona
  alkyonides alkyoni αλκυονα αλκυονη αλκυονιδες
  monday tuesday wednesday thursday friday saturday sunday january february march april may june july
  august september october november december today tomorrow yesterday midnight christmas santaclaus
  xmas easter halloween newyear valentine
  london england britain british english ireland irish scotland scottish wales paris france french
  berlin germany german deutschland munich hamburg vienna austria rome italy italia italian venice
  spain spanish espana lisbon portugal amsterdam holland brussels belgium moscow russia russian ukraine
  kiev warsaw poland polska prague budapest bucharest romania sofia bulgaria bulgarian istanbul turkey
  israel jerusalem telaviv beirut lebanon lebanese cairo egypt dubai america american newyork california
  hollywood chicago boston texas dallas florida miami vegas lasvegas canada toronto mexico brazil brasil
  argentina australia sydney tokyo japan china beijing india africa
  greece grece ellada hellas hellenic greek greeks athens athina thessaloniki salonika patra patras
  heraklion kriti crete rodos rhodes kos kerkyra corfu santorini mykonos olympus olympos parthenon
  akropoli sparta spartan macedonia makedonia
  cyprus cyprus1 cypriot kypros kipros kypraios kypraia nicosia lefkosia limassol lemesos larnaca larnaka
  paphos pafos famagusta ammochostos kyrenia kerynia kerinia ayianapa agianapa aiyanapa napa protaras
  paralimni deryneia morphou morfou karpasia troodos platres kakopetria lefkara omodos polis akamas
  finikoudes mackenzie governors fasouri aphrodite afroditi afrodite othello salamina salamis kition
  engomi strovolos lakatamia aglantzia latsia geri dali kolossi germasogeia agiosdometios dhekelia
  akrotiri episkopi pernera konnos finikoudes halloumi haloumi souvlaki souvla sheftalia kolokasi
  commandaria komandaria zivania koupepia loukoumi
  apoel apoelfc omonia omonoia omonialefkosias anorthosis anorthosi aelimassol aellemesou apollon apollonas
  apollonlemesou aeklarnaka aeklarnaca neasalamina olympiakos olympiacos osfp gate7 thira7 thrylos panathinaikos
  pao paofc gate13 thira13 aekara aek original21 paok paokara gate4 aris arisfc iraklis ofi kypello
  kodikos kwdikos kodikosmou mystiko mistiko kalimera kalispera kalinixta kalinychta geia geiasou yiasou
  giasou agapi agapo agapimou agapamou sagapo sagapw sagapo1 sagapopoli sagapao s'agapo seagapo matiamou
  moromou moraki moro mwro koukla kouklamou kouklos kouklara zoi zoimou psixi psyxi psyximou kardia kardiamou
  mama mamamou baba babamou mana manamou pateras adelfos adelfi giagia yiayia pappous oikogeneia spiti
  ilios fegari thalassa ouranos asteri asteria louloudi triantafyllo kalokairi xeimonas anoiksi gatos gata
  skilos skylos arkouda lykos liontari delfini psari poulaki alogo ellinas ellinida elladara malaka malakas
  malakia gamoto gamimeno gamotisou gamoti poutana skata arxidi aspros mavros kokkino prasino ble mple
  kitrino leoforeio aerodromio taxidi diakopes eisitirio
  κωδικος κωδικοςμου μυστικο καλημερα καλησπερα καληνυχτα γεια γειασου αγαπη αγαπημου αγαπω σαγαπω
  σαγαπαω σαγαπωπολυ ματιαμου μωρομου μωρακι κουκλα κουκλαμου ζωη ζωημου ψυχημου καρδια καρδιαμου μαμα
  μαμαμου μπαμπας μανα πατερας οικογενεια ηλιος φεγγαρι θαλασσα ουρανος αστερι λουλουδι τριανταφυλλο
  καλοκαιρι χειμωνας ανοιξη γατα σκυλος λιονταρι ελλαδα ελληνας ελλας αθηνα θεσσαλονικη κρητη ροδος
  κυπρος κυπρος1 κυπριος κυπρια λευκωσια λεμεσος λαρνακα παφος αμμοχωστος κερυνεια αγιαναπα πρωταρας
  παραλιμνι τροοδος αποελ ομονοια ανορθωση απολλων απολλωνας ολυμπιακος παναθηναικος αεκ παοκ αρης θυρα7
  θυρα13 μαλακας μαλακα γαμωτο σκατα χριστος παναγια παναγιαμου θεος θεοςμου ιησους λεωφορειο αεροδρομιο
  ταξιδι εισιτηριο διακοπες χαλλουμι σουβλακι σουβλα
  andreas andrea andri andry antonis antonia anna annoula anastasia anastasis alexandros alexandra alexis
  alexia alexandra1 athos aristos argyris aggelos aggeliki angeliki chara charis charalambos christos christina
  christiana christakis chrysanthos costas kostas konstantinos constantinos constantina konstantina dimitris
  demetris dimitra demetra despina doros efi eleni elena elenitsa elia elias eftychia eva evangelia evi evagoras
  fani filippos foteini fotis georgia georgios george giorgos yiorgos giannis yiannis ioannis ioanna iphigenia
  irini ira irene kyriakos kyriaki kyriacos kikkos katerina ekaterini lakis lefteris eleftheria loukas loukia
  louis loizos makis makarios maria marios marina margarita marianna michalis michael mikis myria myrto natasa
  natalia neophytos nicolas nicos nikos nikolas nikoletta nicoletta olga olympia panagiotis panayiotis panayiota
  panikos panicos paris pavlos petros pambos polina rena rita savvas sotiris sotiria sofia sophia soulla stavros
  stavri stavroula stelios stella styliana stephanos stefanos stefania tasos takis thanasis thanos theodoros
  theodora themis thekla tonia vasos vasilis vasiliki vassilis vaso xenia xenios yiota zoe zenonas zinonas
  ανδρεας ανδρη αντωνης αντωνια αννα αναστασια αλεξανδρος αλεξανδρα αγγελος αγγελικη χαρης χαραλαμπος
  χριστινα χριστιανα κωστας κωνσταντινος κωνσταντινα δημητρης δημητρα δεσποινα ελενη ελενα ηλιας ευα
  ευαγγελια φανη φωτης φωτεινη γεωργια γεωργιος γιωργος γιαννης ιωαννης ιωαννα ειρηνη κυριακος κυριακη
  κατερινα λευτερης ελευθερια λουκας μαρια μαριος μαρινα μαργαριτα μαριαννα μιχαλης νικος νικολας νικολετα
  ολγα παναγιωτης παναγιωτα παυλος πετρος σαββας σωτηρης σοφια σταυρος σταυρουλα στελιος στελλα στεφανος
  τασος θανασης θεοδωρος θεοδωρα βασιλης βασιλικη ξενια ζωη
  james john robert michael1 william david richard joseph thomas thomas1 charles christopher daniel matthew
  anthony mark steven paul andrew andrew1 joshua kenneth kevin brian edward ronald timothy jason jeffrey
  ryan jacob gary nicholas eric jonathan stephen larry justin scott brandon benjamin samuel gregory alexander
  patrick1 frank raymond jack dennis jerry tyler aaron jose adam nathan henry zachary douglas peter kyle
  noah ethan jeremy walter christian1 keith austin sean roger terry harry dylan jordan jordan23 jesse
  bryan billy bruce gabriel joe logan alan juan albert willie elijah wayne randy vincent mason roy ralph
  bobby russell bradley philip eugene simon oliver george1 ben sam tom tommy jimmy johnny michelle
  mary patricia jennifer linda elizabeth barbara susan jessica sarah karen nancy betty margaret sandra
  ashley kimberly emily donna carol amanda melissa deborah stephanie rebecca laura helen sharon cynthia
  kathleen amy shirley brenda pamela nicole samantha katherine christine emma catherine virginia debra rachel
  carolyn janet heather diane julie joyce victoria kelly joan lauren judith megan andrea1 cheryl hannah
  jacqueline martha gloria teresa sara janice ann kathryn abigail jean alice julia judy grace1 denise amber
  doris marilyn danielle beverly isabella theresa diana natalie brittany charlotte marie kayla alexis1 lori
  lucy chloe olivia jasmine1 claire nikita vanessa monica veronica sabrina tiffany crystal1 courtney vladimir
  dmitry sergey alexey ivan natasha olga1 svetlana tatiana oksana ludmila yulia anastasiya
  trustno1 iamthebest idontknow dontknow forgot forgotten remember rememberme noidea blahblah blabla lalala
  hahaha hehehe lolol lollol ohmygod omgomg yesyes nono okokok byebye zzzzzz google facebook twitter
  instagram youtube yahoo hotmail gmail amazon apple1 microsoft windows linux ubuntu android samsung nokia
  iphone motorola huawei xiaomi sony playstation2 netflix spotify linkedin myspace snapchat tiktok whatsapp
  `
    .trim()
    .split(/\s+/),
)

let common: ReadonlySet<string> | undefined

/**
 * Common passwords: some fifty thousand from leaks, which the package orders by frequency, and
 * ours. Built when the first password is chosen.
 */
export function commonPasswords(): ReadonlySet<string> {
  common ??= new Set([...dictionary['passwords-common'], ...OURS])
  return common
}
