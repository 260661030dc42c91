-- Rotates through the requests of a file, one a line: path, the entity tag and the authorization to send, with tabs between.
local requests = {}
local at = 0

function init(args)
  for line in io.lines(args[1]) do
    local path, tag, authorization = line:match("^([^\t]*)\t([^\t]*)\t([^\t]*)$")
    local headers = { Authorization = authorization }
    if tag ~= "" then headers["If-None-Match"] = tag end
    requests[#requests + 1] = wrk.format("GET", path, headers)
  end
end

function request()
  at = at % #requests + 1
  return requests[at]
end
