/** Words that only names of organizations have, by field and language, and companies and funds that occur in many lists. */

/** English words, in addition to those of the rules. */
export const ENGLISH_WORDS = `
  practice practices practitioners harvest sunshine rainbow rainbows discovery adventure adventures explorers voyagers legacy legacies traditions landmarks pinnacle summits precision reliable elite ultimate superior integrated allied consolidated amalgamated continental intercontinental nationwide interfaith ecumenical multicultural bilingual annual monthly quarterly auction raffle walkathon telethon banquet luncheon breakfast brunch dinner picnic reunion concert recital exhibit exhibition expo convention seminar workshop workshops symposium webinar forum forums roundtable
  members volunteers quilters singers gardeners hikers runners riders sailors rowers anglers anglicans beekeepers knitters artisans artists musicians composers
  playwrights poets filmmakers photographers historians naturalists birders scholars students teachers educators librarians parents grandparents moms toastmasters
  rotarians masonic freemasons shriners oddfellows foresters soroptimist jaycees jaycettes quota altrusa zonta legionnaires auxiliaries guilds lodges chapters clubs
  leagues teams squad regiment battalion brigade platoon troops brownies cubs campfire 4-h ffa fbla naturals organics wellbeing urgent dermatopathology dermatologic
  anesthesiologists radiologists cardiologists pathologists obstetricians gynecologists pediatricians dentists orthodontists periodontics endodontics prosthodontics
  optometrists chiropractors podiatrists psychologists psychiatrists therapists acupuncture massage midwifery midwives doula lactation hospitalists internists
  nephrology gastroenterology rheumatology endocrinology pulmonary vascular thoracic neurosurgery orthopedic orthopaedic ophthalmic maxillofacial infusion mammography
  vision eye eyes skin skincare primary intensive acute trauma sleep fertility cancer diabetes alzheimer autism disability disabilities dyslexia addiction recovery
  sobriety addictions behavioral mental emotional academics academies schoolhouse middle secondary vocational charter magnet parochial preparatory prep kinder toddler
  toddlers preschools tuition scholarship scholarships bursary registrar bursar provost admissions advancement relations affairs engagement faculty staff residency
  residents interns physics chemistry biology mathematics math economics sociology anthropology linguistics philosophy humanities geography geology astronomy
  statistics informatics computing epidemiology genetics genomics microbiology biochemistry biostatistics bioengineering neuroscience immunology virology zoology
  botany horticulture forestry agriculture aquaculture journalism theology divinity kinesiology nutritionists archaeology criminology churches chapels parishes
  parishioners ministerial congregations congregationalist mennonite nazarene wesleyan foursquare quaker quakers moravian orthodox coptic maronite lutherans
  presbyterians methodists baptists episcopalians catholics synod conference vestry diocesan archdiocesan priests clergy rabbinical yeshiva talmud torah hebrew
  assumption annunciation resurrection nativity redeemer savior saviour saints apostles sacred covenant discipleship evangelism evangelistic crusade worship prayer
  pentecost calvary gethsemane galilee jamaat vihara ashram mandir comptroller assessor probation highway highways sanitation waterworks housing zoning planning
  turnpike seaport patrol militia boroughs counties statewide countywide regional tri-state bi-state interstate intercounty metropolitan downtown uptown suburban
  rural brotherhood sisterhood sodality confraternity workers machinists longshoremen boilermakers bricklayers roofers sheetmetal millwrights stagehands nurses
  libertarians conservatives liberals progressives patriots delegation bancorporation bankers bankcorp thrifts fiduciary wealth equity capitals acquisitions
  acquisition syndicate portfolio portfolios pension annuities benefits reinsurance underwriters adjusters surety casualty indemnity payments payables receivables
  accounts matching giving grantmaking grantmakers philanthropies philanthropy philanthropic benevolence benevolent benefactors humanitarian endowments donors
  unrestricted horizons pathways gateway gateways crossroads ladders milestones stepping beginnings futures opportunities possibilities dreams visions voices hearts
  paws claws whiskers tails critters creatures wildlife animals animal canine feline equine horses pony ponies puppies puppy kittens cats dogs doggy hounds cafeteria
  cafes coffeehouse espresso roasters roastery brewers brews teahouse juice smoothie smoothies gelato yogurt donut bagel pastry pastries patisserie bakehouse breads
  pretzel pretzels cupcakes cakes cookies candies chocolates chocolatier fudge popcorn cheese cheeses sausage charcuterie eggs fishmonger seafoods oysters crab
  lobster shrimp barbeque smokehouse rotisserie eatery dining diners trattoria osteria ristorante pizzas pasta ramen pho hibachi teppanyaki tandoori kebab kebabs
  falafel gyro gyros tapas burrito burritos taco tortilleria cantinas caterers banquets wine vineyard vino ale alehouse taproom distillery distillers cocktail tiki
  gastropub nails lashes brows waxing hairstyling stylists haircuts cosmetology makeup fragrance perfume consignment resale vintage collectibles memorabilia curios
  trinkets novelties souvenirs hobby hobbies yarn fabrics quilts draperies blinds shutters carpets rugs mattress mattresses bedding linens lamps chandeliers
  housewares kitchenware cookware cutlery pottery porcelain pewter goldsmiths silversmith silversmiths jeweler watches clocks eyeglasses computer computers laptops
  cellular cellphones phones broadband telephone telegraph fiber cybersecurity datacenter hosting webhosting saas apps app blockchain crypto startup startups
  accelerator incubator nanotech photonics lasers laser sensors microelectronics circuits avionics turbines turbine drone drones rockets satellite satellites
  geothermal solar hydro hydroelectric nuclear biofuel biofuels propane pipeline pipelines refinery refineries oilfield coal quarry quarries aggregates cement
  lumberyard sawmill plywood hardwoods veneer timber logging cardboard labels adhesives coatings paints lacquer resins polymers composites fibers dyes solvents
  lubricants fertilizer fertilizers pesticides galvanizing forging castings casting fasteners bolts screws hinges gears cranes hoists forklifts conveyors compressors
  generators engines pneumatics filtration filters homebuilding renovation remodelers handyman handymen locksmith locksmiths glazing stonework stoneworks bricks tiles
  countertops granite cabinetmakers millworks woodworks woodworking woodshop ironworks metalworks metalwork steelworks welders fabricators scaffolds recycling
  recyclers waste disposal dumpsters hauler haulers chimney chimneys fireplaces decks decking patios pavers landscapers lawncare lawns sod turf treescapes arborists
  nurseries mulch gardenscape pooltables homesellers townhomes townhouses lofts duplexes self-storage parking garages mini-storage travels limo limos airline
  helicopters helicopter jets balloon yachts boatyard marinas sailing ferries motels inns lodging hostels campground campgrounds glamping skiing snowboard golf tennis
  swim swimming aquatics diving rowing gymnastics cheer cheerleading wrestling boxing bowling billiards skating equestrian cricket marathon triathlon bulletin journal
  chronicle observer sentinel examiner theatrical theaters playhouses cinematheque cinemas film podcast podcasts recordings orchestras symphonies choirs choristers
  chorales operas philharmonia sinfonia cultural culture heritage genealogical genealogy folklore ethnic hispanic latino latinx chicano african-american
  asian-american italian-american polish-american irish-american greek-american german-american indian-american filipino conservation environmental ecological ecology
  nature wilderness watershed wetlands audubon greenway greenways trails sustainability sustainable climate renewable renewables veteran servicemen servicewomen
  wounded warriors responders rescuers lifesavers lifeguards coworkers colleagues employees pensioners tenants homeowner merchants grocers restaurateurs innkeepers
  farmers growers ranchers stockmen cattlemen dairymen producers processors jobbers solicitors barristers paralegals mediation arbitration litigation bailbonds
  immigration miscellaneous`;

/** Words of other languages. */
export const FOREIGN_WORDS = `
  gemeinde kirchengemeinde pfarrei pfarramt diakonie kloster bistum hochschule fachhochschule grundschule gymnasium realschule krankenhaus klinikum klinik apotheke
  praxis rathaus landkreis landratsamt ministerium bundesamt bundesministerium behörde sparkasse volksbank raiffeisenbank versicherung versicherungen verlag
  buchhandlung bäckerei metzgerei fleischerei brauerei weingut gasthof gasthaus hotelbetriebe autohaus werkstatt werke maschinenbau anlagenbau hochbau tiefbau
  elektrotechnik technik handel vertrieb großhandel spedition logistik steuerberater rechtsanwälte kanzlei notariat förderverein sportverein turnverein schützenverein
  gesangverein freunde verband bundesverband gewerkschaft genossenschaft hilfswerk söhne gebrüder gebr eingetragener ggmbh église eglise paroisse diocèse archidiocèse
  abbaye couvent mosquée hôpital hopital hôpitaux clinique pharmacie lycee collége faculté faculte ministère ministere mairie préfecture commune département banque
  crédit caisse assurances mutuelle éditions editions librairie boulangerie pâtisserie boucherie brasserie bistrot auberge hôtel chez chateau château domaine ateliers
  atelier établissements etablissements frères freres amicale comité comite fédération syndicat coopérative musée musee théâtre bibliothèque bibliotheque orchestre
  iglesias parroquia diócesis arquidiócesis catedral templo capilla monasterio convento ministerios hospitales farmacias consultorio escuela escuelas colegio
  instituto facultad ministerio municipio alcaldía gobierno departamento banco bancos caja seguros editorial librería panadería carnicería pastelería restaurante
  taquería tienda tiendas abarrotes ferretería talleres construcciones constructora transportes comercial comercializadora distribuidora inmobiliaria despacho bufete
  abogados contadores hijos amigos federación confederación sindicato cooperativa museo teatro biblioteca orquesta club-deportivo asociados niños mujeres jóvenes
  chiesa parrocchia diocesi ospedale ospedali scuola scuole liceo istituto università universita ministero regione provincia banca casse assicurazioni editrice
  libreria panetteria pasticceria macelleria gelateria albergo fratelli figli associazione associazioni fondazione società sindacato ditta impresa impianti
  costruzioni kerk gemeente parochie bisdom klooster ziekenhuis kliniek huisartsen huisartsenpraktijk apotheek universiteit hogeschool basisschool ministerie
  provincie waterschap rijksmuseum verzekeringen uitgeverij boekhandel bakkerij slagerij aannemersbedrijf bouwbedrijf installatiebedrijf transportbedrijf makelaardij
  advocaten notarissen vrienden zonen gebroeders nederlandse koninklijke maatschappij fonds coöperatie vakbond hartstichting oud-leerlingen igreja paróquia escola
  escolas faculdade universidade prefeitura governo companhia comércio indústria indústrias construtora transportadora padaria irmãos filhos associação fundação
  sociedade câmara kyrka församling sjukhus vårdcentral skola universitet högskola kommun landsting stiftelse stiftelsen förening föreningen förbund förbundet
  aktiebolag bokhandel bageri söner bröderna kirke menighed sykehus sjukehus skole kommune fylke forening foreningen forbund selskab selskap kościół parafia diecezja
  szpital szkoła uniwersytet politechnika fundacja stowarzyszenie towarzystwo spółka związek kogyo kaisha kabushiki shoji denki seisakusho jinja daigaku gakuen
  kenkyujo shokai sangyo kogaku zaibatsu kyokai`;

/** Companies, banks and gift funds with names that contain no word for an organization. Does not include names that people also have. */
export const KNOWN_ORGANIZATIONS = `
  walmart, wal-mart, target, amazon, amazonsmile, amazon smile, google, microsoft, facebook, ibm, intel, oracle, cisco, adobe, salesforce, netflix, twitter,
  linkedin, uber, lyft, airbnb, ebay, paypal, venmo, zelle, yahoo, hewlett packard, hp, dell emc, xerox, qualcomm, nvidia, texas instruments, motorola, nokia,
  samsung, sony, panasonic, toshiba, hitachi, sap, infosys, accenture, deloitte, pwc, kpmg, ernst & young, pricewaterhousecoopers, mckinsey, bain & company, at&t,
  t-mobile, verizon, comcast, xfinity, centurylink, costco, costco wholesale, kmart, best buy, dollar general, subway, home depot, the home depot, walgreens, cvs, rite aid, publix, safeway,
  albertsons, whole foods, trader joes, aldi, wegmans, ikea, office depot, petsmart, petco, starbucks, mcdonalds, dunkin, chick-fil-a, chipotle, panera, domino's,
  coca-cola, coca cola, pepsi, pepsico, nestle, general mills, kraft heinz, procter & gamble, p&g, unilever, colgate-palmolive, kimberly-clark, johnson & johnson,
  j&j, pfizer, moderna, novartis, astrazeneca, glaxosmithkline, gsk, bristol-myers squibb, abbvie, amgen, genentech, medtronic, boston scientific, unitedhealth,
  aetna, cigna, kaiser permanente, blue cross blue shield, blue cross, exxon, exxonmobil, exxon mobil, chevron, conocophillips, bp, citgo, sunoco, valero,
  general electric, ge, general motors, gm, ford motor, boeing, lockheed martin, raytheon, northrop grumman, honeywell, caterpillar, 3m, dupont, basf, monsanto,
  archer daniels midland, fedex, ups, usps, dhl, amtrak, greyhound, delta air, southwest, jetblue, sheraton, holiday inn, holiday inn express, hampton inn,
  best western, comfort inn, days inn, nbcuniversal, hbo, espn, cnn, pbs, npr, wells fargo, jpmorgan, jpmorgan chase, jp morgan, jp morgan chase, j.p. morgan,
  bank of america, citibank, citigroup, citi, capital one, american express, amex, mastercard, goldman sachs, merrill lynch, vanguard, td ameritrade, ameritrade,
  td bank, pnc, us bank, usaa, suntrust, truist, keybank, hsbc, barclays, ubs, credit suisse, bny mellon, northern trust, state street, t. rowe price, tiaa,
  tiaa-cref, etrade, e*trade, blackrock, state farm, allstate, geico, metlife, aflac, new york life, massmutual, mass mutual, northwestern mutual, lincoln financial,
  thrivent, liberty mutual, benevity, yourcause, your cause, cybergrants, network for good, gofundme, donorbox, givebutter, bonterra, frontstream, justgiving,
  globalgiving, schwab charitable, daffy, donorsnap, double the donation, united way, red cross, goodwill, unicef, soroptimist, zonta, jaycees, sertoma, shriners, amvets, afscme, kiwanis, ymca, ywca, naacp, aclu, aarp, hadassah,
  planned parenthood, big brothers big sisters, toys for tots, ronald mcdonald house, feeding america, doctors without borders, teach for america, march of dimes, make-a-wish, christ the king, christ the redeemer, st vincent de paul,
  st. vincent de paul, saint vincent de paul, st jude,
  st. jude, st judes, special olympics, easter seals, easterseals, h & r block, h&r block, a & w, a&w, m & t bank, m&t bank, barnes & noble, bed bath & beyond,
  crate & barrel, dun & bradstreet, black & decker, smith & wesson, ben & jerry's, abercrombie & fitch, johnson controls, booz allen hamilton, towers watson,
  jones day, kirkland & ellis, latham & watkins, crédit agricole, credit agricole, société générale, bnp paribas, deutsche telekom, volkswagen, bmw, mercedes-benz,
  toyota, hyundai, nissan`;
