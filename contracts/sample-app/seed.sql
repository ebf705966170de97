-- What every criterion finds: two writers whom nobody signs in as, 24 articles, and favourites and comments that are not the reader's.
insert into users (name, email, password_hash) values
  ('Ada Quill', 'ada.quill@example.org', 'nobody signs in with this'),
  ('Ben Marsh', 'ben.marsh@example.org', 'nobody signs in with this');

insert into articles (slug, title, description, body, author_id, created_at, updated_at)
select v.slug, v.title, v.description, v.body, u.id, v.at, v.at
from (values
  ('a-walk-before-breakfast', 'A walk before breakfast', 'A short piece: a walk before breakfast.', 'First paragraph of “A walk before breakfast”.

Second paragraph.', 'ada.quill@example.org', timestamptz '2024-03-01T08:00:00Z'),
  ('an-honest-loaf', 'An honest loaf', 'A short piece: an honest loaf.', 'First paragraph of “An honest loaf”.

Second paragraph.', 'ben.marsh@example.org', timestamptz '2024-03-08T08:00:00Z'),
  ('bees-in-the-clock-tower', 'Bees in the clock tower', 'A short piece: bees in the clock tower.', 'First paragraph of “Bees in the clock tower”.

Second paragraph.', 'ada.quill@example.org', timestamptz '2024-03-15T08:00:00Z'),
  ('bicycles-and-patience', 'Bicycles and patience', 'A short piece: bicycles and patience.', 'First paragraph of “Bicycles and patience”.

Second paragraph.', 'ben.marsh@example.org', timestamptz '2024-03-22T08:00:00Z'),
  ('candles-for-the-cellar', 'Candles for the cellar', 'A short piece: candles for the cellar.', 'First paragraph of “Candles for the cellar”.

Second paragraph.', 'ada.quill@example.org', timestamptz '2024-03-05T08:00:00Z'),
  ('doors-that-open-inwards', 'Doors that open inwards', 'A short piece: doors that open inwards.', 'First paragraph of “Doors that open inwards”.

Second paragraph.', 'ben.marsh@example.org', timestamptz '2024-03-12T08:00:00Z'),
  ('every-map-is-late', 'Every map is late', 'A short piece: every map is late.', 'First paragraph of “Every map is late”.

Second paragraph.', 'ada.quill@example.org', timestamptz '2024-03-19T08:00:00Z'),
  ('fog-over-the-allotments', 'Fog over the allotments', 'A short piece: fog over the allotments.', 'First paragraph of “Fog over the allotments”.

Second paragraph.', 'ben.marsh@example.org', timestamptz '2024-03-02T08:00:00Z'),
  ('gulls-behind-the-plough', 'Gulls behind the plough', 'A short piece: gulls behind the plough.', 'First paragraph of “Gulls behind the plough”.

Second paragraph.', 'ada.quill@example.org', timestamptz '2024-03-09T08:00:00Z'),
  ('how-to-sharpen-a-pencil', 'How to sharpen a pencil', 'A short piece: how to sharpen a pencil.', 'First paragraph of “How to sharpen a pencil”.

Second paragraph.', 'ben.marsh@example.org', timestamptz '2024-03-16T08:00:00Z'),
  ('ink-that-stays', 'Ink that stays', 'A short piece: ink that stays.', 'First paragraph of “Ink that stays”.

Second paragraph.', 'ada.quill@example.org', timestamptz '2024-03-23T08:00:00Z'),
  ('jam-in-october', 'Jam in October', 'A short piece: jam in October.', 'First paragraph of “Jam in October”.

Second paragraph.', 'ben.marsh@example.org', timestamptz '2024-03-06T08:00:00Z'),
  ('keeping-a-diary-of-rain', 'Keeping a diary of rain', 'A short piece: keeping a diary of rain.', 'First paragraph of “Keeping a diary of rain”.

Second paragraph.', 'ada.quill@example.org', timestamptz '2024-03-13T08:00:00Z'),
  ('letters-to-a-lighthouse', 'Letters to a lighthouse', 'A short piece: letters to a lighthouse.', 'First paragraph of “Letters to a lighthouse”.

Second paragraph.', 'ben.marsh@example.org', timestamptz '2024-03-20T08:00:00Z'),
  ('notes-on-salt', 'Notes on salt', 'A short piece: notes on salt.', 'First paragraph of “Notes on salt”.

Second paragraph.', 'ada.quill@example.org', timestamptz '2024-03-03T08:00:00Z'),
  ('on-mending-chairs', 'On mending chairs', 'A short piece: on mending chairs.', 'First paragraph of “On mending chairs”.

Second paragraph.', 'ben.marsh@example.org', timestamptz '2024-03-10T08:00:00Z'),
  ('paper-boats', 'Paper boats', 'A short piece: paper boats.', 'First paragraph of “Paper boats”.

Second paragraph.', 'ada.quill@example.org', timestamptz '2024-03-17T08:00:00Z'),
  ('quiet-engines', 'Quiet engines', 'A short piece: quiet engines.', 'First paragraph of “Quiet engines”.

Second paragraph.', 'ben.marsh@example.org', timestamptz '2024-03-24T08:00:00Z'),
  ('rooms-without-corners', 'Rooms without corners', 'A short piece: rooms without corners.', 'First paragraph of “Rooms without corners”.

Second paragraph.', 'ada.quill@example.org', timestamptz '2024-03-07T08:00:00Z'),
  ('small-hours-at-the-bakery', 'Small hours at the bakery', 'A short piece: small hours at the bakery.', 'First paragraph of “Small hours at the bakery”.

Second paragraph.', 'ben.marsh@example.org', timestamptz '2024-03-14T08:00:00Z'),
  ('the-last-tram', 'The last tram', 'A short piece: the last tram.', 'First paragraph of “The last tram”.

Second paragraph.', 'ada.quill@example.org', timestamptz '2024-03-21T08:00:00Z'),
  ('umbrellas-left-on-trains', 'Umbrellas left on trains', 'A short piece: umbrellas left on trains.', 'First paragraph of “Umbrellas left on trains”.

Second paragraph.', 'ben.marsh@example.org', timestamptz '2024-03-04T08:00:00Z'),
  ('windows-facing-north', 'Windows facing north', 'A short piece: windows facing north.', 'First paragraph of “Windows facing north”.

Second paragraph.', 'ada.quill@example.org', timestamptz '2024-03-11T08:00:00Z'),
  ('yeast-and-other-lodgers', 'Yeast and other lodgers', 'A short piece: yeast and other lodgers.', 'First paragraph of “Yeast and other lodgers”.

Second paragraph.', 'ben.marsh@example.org', timestamptz '2024-03-18T08:00:00Z')
) as v (slug, title, description, body, author, at)
join users u on u.email = v.author
order by v.at;

insert into favorites (user_id, article_id)
select u.id, a.id from users u join articles a on a.author_id <> u.id
where a.slug in ('notes-on-salt', 'an-honest-loaf', 'paper-boats', 'bicycles-and-patience');

insert into comments (article_id, author_id, body)
select a.id, u.id, 'I read this twice.' from articles a join users u on u.email = 'ben.marsh@example.org' where a.slug = 'notes-on-salt';
