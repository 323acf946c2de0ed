/** Words in names of organizations, by how certain they are: some are also last names, initials or credentials. */
import { words } from './name-words.ts';
import { ENGLISH_WORDS, FOREIGN_WORDS } from './organization-lists.ts';

/** Words that only organizations have in their names. */
export const ORGANIZATION_WORDS = words(`
  inc incorporated llc llp lllp ltd limited plc corp corporation company companies gmbh pty pllc pvt srl bhd oyj kft ohg kgaa mbh gesellschaft foundation foundations fdn fndn stiftung trustees
  cathedral synagogue congregation mosque ministry ministries diocese archdiocese parsonage basilica methodist lutheran presbyterian episcopal baptist evangelical catholic adventist
  pentecostal unitarian tabernacle monastery seminary seminaries iglesia fellowship univ university universities universidad universität université academy institute institution
  polytechnic kindergarten montessori elementary preschool daycare childcare district districts schooling pta pto ptsa hospital hospitals clinica clínica clinics medical health healthcare
  hospice rehab rehabilitation cryotherapy therapies therapeutics orthopedics orthopaedics pediatrics radiology urology cardiology dermatology dentistry dental orthodontics
  chiropractic optical optometry surgical pharma pharmaceutical pharmaceuticals pharmacy biotech biosciences bioscience biomedical diagnostics laboratories laboratory labs veterinary
  association assn assoc associates associated society societies council councils committee committees coalition alliance federation confederation department dept bureau authority commission
  township government governmental municipality municipal museum museums library libraries theatre theater theatres cinema orchestra symphony philharmonic ballet opera gallery galleries holdings
  partnership partners enterprises enterprise industries industry industrial service services svc svcs serv solutions systems technologies technology tech technical technologia consulting consultants consultancy advisors advisory
  investments investment investors ventures venture properties property realty realtors construction constructors contracting contractors concrete paving masonry excavating demolition drywall carpentry cabinet cabinets cabinetry
  flooring tile roofing siding windows plumbing heating cooling hvac electric electrical electronics lighting supply supplies supplier suppliers manufacturing manufacturers mfg machinery machine machining
  tooling welding fabrication motors motor automotive autos auto chevrolet toyota honda nissan hyundai towing trucking freight cartage express hauling vending distributing distribution distributor distributors
  wholesale wholesalers restaurant restaurants cafe café diner catering grill pizza pizzeria tavern saloon bistro deli delicatessen bakery bakeries steakhouse winery brewery brewing vineyards liquors beverage
  beverages packers packing meats seafood produce grocery groceries supermarket productions production publishing publishers publications printing printers print studio studios designs design communications communication
  broadcasting radio television network networks networking international global worldwide intl insurance insurers assurance agency agencies financial finance finances mortgage lending leasing securities equities
  bancorp bancshares logistics transportation transit shipping shipyard railway railroad rail airlines airways aviation aerospace energy petroleum oil gas fuels mining minerals metals plastics chemical chemicals rubber
  textiles apparel clothing jewelers jewelry furniture furnishings interiors hardware lumber millwork landscaping landscape nursery greenhouse irrigation pest janitorial cleaning cleaners laundry
  attorneys law lawyers legal accounting accountants bookkeeping cpas tax taxes payroll staffing recruiting marketing advertising media software hardware video entertainment records films pictures
  rotary kiwanis ymca ywca vfw afl-cio aflcio ibew seiu afscme iuoe ufcw teamsters steelworkers carpenters ironworkers plumbers pipefitters electricians firefighters laborers retirees
  habitat charities charitable endowment nonprofit org organisation organization organizations auxiliary chapter pac republican republicans democratic democrats elect reelect campaign citizens taxpayers voters
  revocable irrevocable testamentary wholesale products product equipment rentals rental fitness gym salon spa boutique condominium condominiums condo apartments apts homeowners freelance group groups consortium
  cooperative co-op coop exchange management mgmt mgt development developers engineering engineers architects architecture architectural surveyors appraisal appraisers inspection inspections security protection
  sciences research innovations innovation dynamics analytics ingredients nutrition wellness imaging instruments components devices prosthetics implants biologics cosmetics
  daf memorial implement implements tractor tractors agri agricultural cattle dairy poultry feeds seed seeds foodservice foodservices foods snacks confections
  builders building buildings homebuilders remodeling restoration renovations repair repairs maintenance parts tire tires collision muffler transmission glassworks glass ceramics
  americorps unicef aarp naacp pta usa bros motel resort resorts casino hospitality travelers cruises airport
  nursing ctr ctrs imports importers exports exporters vfd vfc orchard orchards drugs drugstore kayaks upholstery mutual lawn obstetrics gynecology pathology anesthesia anesthesiology oncology neurology ophthalmology podiatry pediatric psychiatric psychiatry psychology psychological counseling counselors therapy physicians surgeons
  surgery endoscopy dialysis hematology allergy asthma spine ambulance paramedics ems emergency wellcare photography photo karate judo taekwondo yoga pilates barbers barbershop beauty salons tanning tattoo dba subsidiaries subsidiary affiliates
  leadership education educational political nation  tribe tribal tutoring training asphalt excavation painting painters gutters fence fencing pools septic drilling insulation rigging stucco sas sarl gbr ltda limitada eirl
  embassy consulate treasury senate congress caucus assembly legislature courts judicial administration sanitary sewer utilities utility  recreation preserve outlet warehouse storage emporium superstore
  dealership dealers appliances appliance antiques florist florists pawn thrift sandwich sushi bbq barbecue noodle noodles suey wok buffet  bagels donuts doughnuts creamery burgers  tacos taqueria
  cantina  pub brewpub brewhouse lounge microsystems semiconductor semiconductors robotics cyber telecom telecommunications wireless internet web online  interactive savings loans asset assets
  outreach gospel apostolic congregational presbytery convent priory friars missionary missionaries jesuit jewish islamic masjid hindu buddhist sikh gurdwara shul chabad hillel neighborhood  communities civic historical preservation
  conservancy shelter rescue humane pantry relief aid assistance initiative initiatives project projects program programs fundraiser festival tournament athletic athletics booster boosters soccer football baseball basketball softball volleyball rotc hockey lacrosse rugby
  alumni alumnae sorority fraternity foundry mill  forge refrigeration sprinkler boiler elevator scaffolding plating stamping bearings valves pumps hydraulics controls automation instrumentation calibration packaging
  container containers pallets crating movers moving relocation rentals limousine taxi cab shuttle  diesel trailers trailer rv motorcycles cycles cycle bicycles bikes bike scuba surf skateboard outfitters outdoors archery firearms
  boutiques bridal tailors tailoring shoes footwear eyewear optics opticians hearing mobility homecare caregivers assisted senior-living retirement funeral mortuary crematory cemetery memorials monuments kennels kennel grooming
  pet zoo aquarium botanical arboretum observatory planetarium playhouse choir chorale chorus ensemble quartet band bands jazz dancers academy-of conservatory filmworks animation multimedia newspaper newspapers news gazette
  tribune  magazine bookstore  stationery copy copies mailing courier delivery  brokerage brokers annuity actuarial audit auditors escrow title abstract notaries   collections
  cte cmte cttee fbo isd lds grille team teams liquor tribes exterminators exterminator exterminating teeth smiles kids nai endoscopia farmacia hotels-resorts supermercado panaderia taller hermanos
  ecole école collège lycée universite fondation société societe cie fundación fundacion asociación asociacion sociedad ayuntamiento verein stichting vereniging ${ENGLISH_WORDS} ${FOREIGN_WORDS}`);

/** Words of organizations that are hardly ever last names: "Ann Poe Trust" is not a person, although Ann is a given name. */
export const SELDOM_LAST_NAMES = words(
  'charity clinic club college estate estates fund funds league office offices school schools trust trusts bank banking',
);

/** Words of organizations that are also names: "Alonzo Church" is a person, "First Presbyterian Church" is not. */
export const LAST_NAMES_TOO = words(`
  banks church chapel temple parish union guild chamber county state city farm farms ranch marine press lions elks market markets museum
  store stores shop shops sports games inn hotel homes corps mission missions american national center centers centre data capital community
  credit transport town village house hall park court pets tours tour harbor marina travel digital hoa tool tools works worldwide water steel paper power wood wire cable brewer spirits
  garden gardens plaza mall tower towers creek lake ridge valley river springs beach island islands northern southern eastern western northwest northeast southeast southwest
  central united first general standard universal premier advanced professional quality modern royal imperial pacific atlantic olympic metro midwest
  sons brothers bros daughters partner living better care learning arts art dance music craft crafts books toys gifts flowers floral salvage scrap kitchen
  concepts creations images graphics signs fashions styles
  mills parks burger bonds cloud kitchens messenger coffee neighbors herald fleet books bail nations
  associate trade trades steam station depot garage body marine boat boats yacht fire police sheriff army navy air post legion veterans scouts
  santa hs isd ps cu jv ag lp pc pa co sa nv bv ab as kk sc spa kg ug ${[...SELDOM_LAST_NAMES].join(' ')}`);

/** Words of `LAST_NAMES_TOO` that show an organization even after a single word, if that is not a first name: Calvary Church. */
export const PLACES =
  words(`church chapel college school schools club fund funds trust trusts league office offices bank hs isd hotel hotels center centers centre market markets store stores
  brothers estate estates inn police gardens concepts creations images tours toys games crafts fashions signs shop shops museum union farms ranch clinic village county city state capital`);

/** Legal forms at the end of a name that are also initials or credentials. */
export const SHORT_FORMS = words('co lp pc pa sc ag sa nv bv ab as kk kg ug spa oy pte sarl de cv pllc apc aps na fsb cu');

/** Legal forms that are never a credential. */
export const ONLY_FORMS = words('co pc decv nv bv oy pte sarl pllc apc kk');
/** Legal forms that count after a single word, if they are in capitals: Nordvik AB. */
export const AFTER_ONE_WORD = words('lp ag ab nv sa bv oy');

/** Words of organizations that are hardly ever a last name, even after a first name: Henry County, Calvin College. */
export const NEVER_LAST = words('county clinic college');
