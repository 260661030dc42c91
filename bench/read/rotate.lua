-- wrk -s rotate.lua URL -- FILE: asks for the lines of FILE in turn; each is a path and, after a tab, an entity tag to send.
local requests = {}
local at = 0

function init(args)
  for line in io.lines(args[1]) do
    local path, tag = line:match("^([^\t]*)\t?(.*)$")
    local headers = {}
    if tag ~= "" then headers["If-None-Match"] = tag end
    requests[#requests + 1] = wrk.format("GET", path, headers)
  end
end

function request()
  at = at % #requests + 1
  return requests[at]
end
