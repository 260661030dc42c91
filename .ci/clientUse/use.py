"""Imports every module of the generated client, reads pages, lookups, changes and a selection, and changes a webhook."""

import datetime
import importlib
import os
import pkgutil

import anime_client
from anime_client import AuthenticatedClient
from anime_client.api.catalogue import list_anime
from anime_client.api.search import search_anime
from anime_client.api.webhooks import update_webhook
from anime_client.models import AnimePageSelection, WebhookSubscriptionChange

modules = [module.name for module in pkgutil.walk_packages(anime_client.__path__, "anime_client.")]
for name in modules:
    importlib.import_module(name)

client = AuthenticatedClient(base_url=os.environ["CATALOG_URL"], token=os.environ["TOKEN"])
page = list_anime.sync(client=client)
assert page is not None and page.items[0].title == "A title", page
found = page.items[0].id
lookup = list_anime.sync(client=client, external_id="mal:1,mal:2")
assert [it.id for it in lookup.items] == [found] and lookup.not_found == ["mal:2"], lookup
assert [it.id for it in list_anime.sync(client=client, ids=str(found)).items] == [found]
changes = list_anime.sync(client=client, updated_since=datetime.datetime(2026, 1, 1, tzinfo=datetime.timezone.utc))
assert [it.id for it in changes.items] == [found] and changes.until, changes
assert len(list_anime.sync(client=client, format_="tv,ova", season="spring", year=2024).items) == 1
hits = search_anime.sync(client=client, q="title", facets="season")
assert hits.found == 1 and "season" in [facet.field for facet in hits.facets], hits
selection = list_anime.sync(client=client, fields="id,format")
assert isinstance(selection, AnimePageSelection) and selection.items[0].to_dict() == {"id": str(found), "format": "tv"}, selection
change = WebhookSubscriptionChange(name="changed by Python")
where = {"application_id": os.environ["APPLICATION"], "id": os.environ["WEBHOOK"], "if_match": "*"}
webhook = update_webhook.sync(client=client, body=change, **where)
assert webhook is not None and webhook.name == "changed by Python", webhook
print(len(modules), "modules; pages, lookups, changes and a selection were read, a webhook changed")
